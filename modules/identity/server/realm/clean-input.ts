import type { FastifyRequest } from "fastify";
import { hasControl } from "#platform/contract/fields.ts";
import { AppError } from "#platform/server/http/app-error.ts";

/** Control characters as an address carries them. */
const ENCODED_CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** Refuses control characters wherever a request says something: the database takes no NUL. */
export function refuseControls({ params, query, body }: FastifyRequest): void {
  // A list instead of a recursion: what was sent may be nested as deep as it is long.
  const values: unknown[] = [params, query, body];
  while (values.length > 0) {
    const value = values.pop();
    if (typeof value === "string" && hasControl(value)) throw controlsRefused();
    if (typeof value !== "object" || value === null) continue;
    for (const entry of Object.entries(value)) values.push(...entry);
  }
}

/** Refuses control characters in an address that somebody else is going to parse. */
export function refuseControlsInAddress(address: string): void {
  if (ENCODED_CONTROL.test(address)) throw controlsRefused();
}

function controlsRefused(): AppError {
  return new AppError("BAD_REQUEST", {
    detail: "Die Anfrage enthält Zeichen, die hier nicht erlaubt sind.",
  });
}
