import { hasControl } from "#platform/contract/fields.ts";
import type { FieldError } from "#platform/contract/problem.ts";
import { AppError } from "./app-error.ts";

const MOST_NAMED = 100;

/**
 * Refuses control characters and halves of characters anywhere in an address: nobody means them,
 * and the database takes not all of them.
 */
export function refuseControls(parts: unknown): void {
  refuse(parts, hasControl);
}

/**
 * Refuses what no text in a body can be: a NUL, which the database does not hold, and half a
 * character. What else a text may hold says its own field.
 */
export function refuseUnstorable(body: unknown): void {
  refuse(body, (text) => text.includes("\0") || !text.isWellFormed());
}

function refuse(value: unknown, isForbidden: (text: string) => boolean): void {
  const errors: FieldError[] = [];
  const look = (part: unknown, path: string) => {
    if (errors.length >= MOST_NAMED) return;
    if (typeof part === "string") {
      if (isForbidden(part))
        errors.push({
          path,
          code: "FORBIDDEN_CHARACTER",
          message: "Enthält Zeichen, die hier nicht erlaubt sind.",
        });
      return;
    }
    if (typeof part !== "object" || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      const place = path === "" ? name : `${path}.${name}`;
      look(name, place);
      look(inner, place);
    }
  };
  look(value, "");
  if (errors.length > 0) throw new AppError("VALIDATION_FAILED", { errors });
}
