import type { QueryClient } from "@tanstack/react-query";
import { accessToken } from "./access-token.ts";
import { tenant } from "./tenant.ts";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
/** The router shows the next page a moment after it has said so. */
const UNTIL_SHOWN = 300;

/** Kinds that changed while updates were held, and how many hold them. */
const waiting = new Set<string>();
let holders = 0;
let flush = () => {};

/**
 * Runs something while live updates wait, and lets them through afterwards: a page whose record is being deleted
 * must not ask for it once more before it is left.
 */
export async function holdUpdates<T>(task: () => Promise<T>): Promise<T> {
  holders += 1;
  try {
    return await task();
  } finally {
    holders -= 1;
    window.setTimeout(() => flush(), UNTIL_SHOWN);
  }
}

/** What an update tells: the kind of thing that changed. The page refetches with its own rights. */
interface Update {
  kind: string;
}

/**
 * Follows the server's updates and refetches the queries whose key begins with the announced kind.
 * Connects again after a loss, later each time, and refetches everything then: updates were missed.
 */
export function followUpdates(queryClient: QueryClient): () => void {
  const stop = new AbortController();
  flush = () => {
    if (holders > 0) return;
    for (const kind of waiting) void queryClient.invalidateQueries({ queryKey: [kind] });
    waiting.clear();
  };
  void follow(queryClient, stop.signal);
  return () => stop.abort();
}

async function follow(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  let missed = false;
  while (!signal.aborted) {
    try {
      const response = await open(signal);
      if (missed) void queryClient.invalidateQueries();
      missed = true;
      wait = FIRST_WAIT;
      await readEvents(response, ({ kind }) => {
        waiting.add(kind);
        flush();
      });
    } catch {
      // Without updates pages still work; they only notice changes later.
    }
    if (signal.aborted) return;
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

async function open(signal: AbortSignal): Promise<Response> {
  const token = await accessToken();
  const response = await fetch(`/${tenant()}/api/updates`, {
    headers: { accept: "text/event-stream", authorization: `Bearer ${token ?? ""}` },
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`Updates answered ${response.status}`);
  return response;
}

async function readEvents(response: Response, receive: (update: Update) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    const events = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const update = parseUpdate(event);
      if (update) receive(update);
    }
  }
}

/** Reads one server-sent event; comments (keep-alive) and unknown data tell nothing. */
export function parseUpdate(event: string): Update | undefined {
  const data = event
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
  if (data === "") return undefined;
  const parsed: unknown = JSON.parse(data);
  if (typeof parsed !== "object" || parsed === null || !("kind" in parsed)) return undefined;
  return typeof parsed.kind === "string" ? { kind: parsed.kind } : undefined;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}
