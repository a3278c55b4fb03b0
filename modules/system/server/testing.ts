import type { AddressInfo } from "node:net";
import { createParser } from "eventsource-parser";
import type { TestApp, TestUser } from "#apps/server/testing.ts";

interface Heard {
  /** Kinds with their ids, in order; after a gap `resync`. */
  events: (string | { kind: string; ids: string[] })[];
  hasEnded: boolean;
  close(): void;
}

/** Lets a server of a test listen to the network; returns its origin. */
export async function listening(app: TestApp): Promise<string> {
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
}

/** An open page of a member: what its update stream brought so far. */
export async function openPage(
  origin: string,
  { tenant, token }: Pick<TestUser, "token"> & { tenant: { name: string } },
  missed?: number,
): Promise<Heard> {
  const closing = new AbortController();
  const response = await fetch(
    `${origin}/${tenant.name}/api/updates${missed === undefined ? "" : `?missed=${missed}`}`,
    {
      headers: { authorization: `Bearer ${token}` },
      signal: closing.signal,
    },
  );
  if (!response.ok) throw new Error(`the stream answered ${response.status}`);
  const heard: Heard = { events: [], hasEnded: false, close: () => closing.abort() };
  let first = () => {};
  const begun = new Promise<void>((resolve) => (first = resolve));
  void (async () => {
    const parser = createParser({
      onComment: first,
      onEvent({ event, data }) {
        if (event === "resync") heard.events.push("resync");
        else if (event === "change")
          heard.events.push(JSON.parse(data) as { kind: string; ids: string[] });
        first();
      },
    });
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      parser.feed(piece);
    heard.hasEnded = true;
  })().catch(() => (heard.hasEnded = true));
  await begun;
  return heard;
}

/** The kinds heard, without what a page hears at its start. */
export function kindsOf({ events }: Heard): string[] {
  return events.map((event) => (typeof event === "string" ? event : event.kind));
}

export function idsOf({ events }: Heard, kind: string): string[] {
  return events.flatMap((event) =>
    typeof event !== "string" && event.kind === kind ? event.ids : [],
  );
}
