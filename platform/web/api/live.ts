import type { QueryClient } from "@tanstack/react-query";
import { createParser } from "eventsource-parser";
import { IN_MAINTENANCE } from "#platform/contract/maintenance.ts";
import { addErrorNotice, withdrawPassingNotices } from "./error-notices.ts";
import { accessToken } from "./access-token.ts";
import { problemOf } from "./request.ts";
import { tenant } from "../session/tenant.ts";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;
/** The server says "still here" every 20 seconds. */
const SILENCE_LIMIT = 50_000;
/** Beyond a day there is no point in saying how long. */
const LONGEST_MEMORY = 86_400_000;
const RESYNC_WITHIN = 1000;
/** The router shows the next page a moment after it has said so. */
const UNTIL_SHOWN = 300;

/** Kinds that changed while updates were held, and the tasks that hold them. */
const waiting = new Set<string>();
const holders = new Set<() => Promise<unknown>>();
let flush = () => {};

/**
 * Runs something while live updates wait, and lets them through afterwards: a page whose record is
 * being deleted must not ask for it once more before it is left.
 */
export async function holdUpdates<T>(task: () => Promise<T>): Promise<T> {
  holders.add(task);
  try {
    return await task();
  } finally {
    holders.delete(task);
    window.setTimeout(() => flush(), UNTIL_SHOWN);
  }
}

/** Lets nothing hold updates any longer: a page that is gone may have left a task unfinished. */
export function releaseUpdates(): void {
  holders.clear();
  waiting.clear();
}

/**
 * What an update tells: the kind of thing that changed, or that anything may have. The page
 * refetches with its own rights.
 */
type Update = { kind: string } | "anything";

/**
 * Follows the server's updates and refetches the queries whose key begins with the announced kind.
 * Connects again after a loss, later each time, and says how long it heard nothing, so that the
 * server tells what was missed.
 */
export function followUpdates(queryClient: QueryClient): () => void {
  const stop = new AbortController();
  let resync: number | undefined;
  flush = () => {
    if (holders.size > 0) return;
    for (const kind of waiting) void queryClient.invalidateQueries({ queryKey: [kind] });
    waiting.clear();
  };
  void follow((update) => {
    if (update === "anything") {
      // Every open page hears this at the same moment: they do not all ask at once.
      resync ??= window.setTimeout(() => {
        resync = undefined;
        void queryClient.invalidateQueries();
      }, Math.random() * RESYNC_WITHIN);
      return;
    }
    waiting.add(update.kind);
    flush();
  }, stop.signal);
  return () => {
    stop.abort();
    window.clearTimeout(resync);
  };
}

async function follow(receive: (update: Update) => void, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT;
  // By the clock, which goes on while the machine sleeps. What the page shows was read after it was
  // opened.
  let heardAt = Date.now() - performance.now();
  while (!signal.aborted) {
    try {
      const silence = new AbortController();
      const response = await open(Date.now() - heardAt, AbortSignal.any([signal, silence.signal]));
      for await (const updates of updatesOf(response, () => silence.abort())) {
        for (const update of updates) receive(update);
        // After they were taken: a page that is closed in between hears them again.
        heardAt = Date.now();
        wait = FIRST_WAIT;
      }
    } catch {
      // Without updates pages still work; they only notice changes later.
    }
    if (signal.aborted) return;
    await pause(wait * (0.5 + Math.random()), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

async function open(missed: number, signal: AbortSignal): Promise<Response> {
  const token = await accessToken();
  const known = missed >= 0 && missed < LONGEST_MEMORY ? `?missed=${Math.ceil(missed)}` : "";
  const response = await fetch(`/${tenant()}/api/updates${known}`, {
    headers: { accept: "text/event-stream", authorization: `Bearer ${token ?? ""}` },
    signal,
  });
  if (!response.ok || !response.body) {
    await tellMaintenance(response);
    throw new Error(`Updates answered ${response.status}`);
  }
  withdrawPassingNotices();
  return response;
}

/** A page that asks for nothing else says it too, and takes it back when it is told of changes again. */
async function tellMaintenance(response: Response): Promise<void> {
  const { code, detail } = await problemOf(response);
  if (code === IN_MAINTENANCE) addErrorNotice(detail, { isPassing: true });
}

/**
 * What each piece of the stream tells, until the stream ends. `silent` is called when nothing came
 * for so long that the connection must be dead.
 */
async function* updatesOf(response: Response, silent: () => void): AsyncGenerator<Update[]> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = updateReader();
  while (reader !== undefined) {
    const timer = window.setTimeout(silent, SILENCE_LIMIT);
    const { done, value } = await reader.read().finally(() => window.clearTimeout(timer));
    if (done) return;
    yield read(value);
  }
}

/**
 * Returns what tells the updates of a stream, piece by piece; comments (keep-alive) and unknown
 * data tell nothing.
 */
export function updateReader(): (piece: string) => Update[] {
  const updates: Update[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === "resync") return void updates.push("anything");
      const kind = changedKind(JSON.parse(data));
      if (kind !== undefined) updates.push({ kind });
    },
  });
  return (piece) => {
    parser.feed(piece);
    return updates.splice(0);
  };
}

function changedKind(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null || !("kind" in data)) return undefined;
  return typeof data.kind === "string" ? data.kind : undefined;
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
