import { cleanNotifications, notificationsStore } from "@mantine/notifications";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { noContent, route } from "#platform/contract/route.ts";
import { tenant } from "../session/tenant.ts";
import { provideAccessToken } from "./access-token.ts";
import { type ApiError, call } from "./api.ts";
import { errorNotices } from "./error-notices.ts";
import { LOST } from "./error-texts.ts";
import { releaseAllKeys } from "./unsettled-keys.ts";

/** A server that has effects and remembers them, and a line that loses what the test says. */

// Loaded by the first toast; here no test waits for the file.
await import("../ui/notices/toasts.tsx");
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);

const rename = route({
  method: "PUT",
  path: "/thing",
  access: "loggedIn",
  summary: "",
  body: z.strictObject({ name: z.string() }),
  answer: z.object({ name: z.string() }),
});
const look = route({
  method: "POST",
  path: "/thing/preview",
  access: "loggedIn",
  summary: "",
  unremembered: "NO_EFFECT",
  answer: z.object({ name: z.string() }),
});
const leave = route({
  method: "DELETE",
  path: "/session",
  access: "loggedIn",
  summary: "",
  unremembered: "OWN_TRANSACTIONS",
  answer: noContent,
});
const answerPublic = route({
  method: "PUT",
  path: "/invitation",
  access: "public",
  summary: "",
  answer: z.object({ name: z.string() }),
});

type Line = "whole" | "loses requests" | "loses answers" | "gateway" | "dead";

let line: Line[];
let questions: Line;
let effects: string[];
let remembered: Map<string, string>;
let keys: (string | null)[];
const notices = () => errorNotices.get().map(({ text }) => text);
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

function served(address: string, init: RequestInit | undefined): Response {
  const key = new Headers(init?.headers).get("idempotency-key");
  if (address.includes("/answer/"))
    return remembered.has(address.split("/").at(-1) ?? "")
      ? Response.json({ known: true })
      : new Response("", { status: 404 });
  const name = String(init?.body ?? address);
  if (key === null || !remembered.has(key)) effects.push(name);
  if (key !== null) remembered.set(key, name);
  return Response.json({ name: remembered.get(key ?? "") ?? name });
}

const fetched: typeof fetch = (address, init) => {
  const isQuestion = String(address).includes("/answer/");
  if (!isQuestion) keys.push(new Headers(init?.headers).get("idempotency-key"));
  const state = isQuestion ? questions : (line.shift() ?? "whole");
  if (state === "loses requests" || state === "dead") return lost();
  const answer = served(String(address), init);
  if (state === "gateway") return Promise.resolve(new Response("bad", { status: 502 }));
  return state === "loses answers" ? lost() : Promise.resolve(answer);
};

beforeEach(() => {
  [line, questions, effects, remembered, keys] = [[], "whole", [], new Map(), []];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("window", { location: { hostname: "tsv.vereinsheim.example" } });
  vi.stubGlobal("document", { querySelector: () => null });
  provideAccessToken(() => Promise.resolve("the-token"));
});
afterEach(async () => {
  releaseAllKeys();
  await vi.advanceTimersByTimeAsync(30_000);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  errorNotices.set([]);
  cleanNotifications();
});

/** Ends the call's waiting and returns what came of it. */
async function outcomeOf<T>(running: Promise<T>): Promise<T | ApiError> {
  const ended = running.catch((error: unknown) => error as ApiError);
  await vi.advanceTimersByTimeAsync(20_000);
  return ended;
}
const save = (name = "neu") => call(rename, { body: { name } });

describe.each(["loses answers", "gateway"] as const)("a line that %s", (state) => {
  test("is looked into, and the page goes on with the answer", async () => {
    line = [state];
    expect(await outcomeOf(save())).toEqual({ name: '{"name":"neu"}' });
    expect(effects).toEqual(['{"name":"neu"}']);
    expect(notices()).toEqual([]);
    expect(toasts()).toEqual([LOST.saved]);
  });

  test("that stays so is told as it is: saved, and only the answer is missing", async () => {
    line = [state, state, state, state];
    expect(await outcomeOf(save())).toMatchObject({ outcome: "SAVED", message: LOST.answerOnly });
    expect(effects).toHaveLength(1);
    expect(notices()).toEqual([]);
    expect(toasts()).toEqual([LOST.saved]);
    expect(await outcomeOf(save())).toEqual({ name: '{"name":"neu"}' });
    expect(effects).toHaveLength(1);
    expect(new Set(keys).size).toBe(1);
  });
});

test("a request that did not arrive is told as such, and not sent again by itself", async () => {
  line = ["loses requests"];
  expect(await outcomeOf(save())).toMatchObject({ outcome: "NONE", message: LOST.notArrived });
  expect(effects).toEqual([]);
  expect(keys).toHaveLength(1);
  expect(notices()).toEqual([LOST.notArrived]);
});

test("while it is looked into, the page says so", async () => {
  line = ["loses requests"];
  const running = save().catch(() => {});
  await vi.advanceTimersByTimeAsync(100);
  expect(notices()).toEqual([LOST.checking]);
  await vi.advanceTimersByTimeAsync(5_000);
  await running;
  expect(notices()).not.toContain(LOST.checking);
});

test("where nobody answers it is open, and told when the server is back", async () => {
  line = ["loses answers"];
  questions = "dead";
  expect(await outcomeOf(save())).toMatchObject({ outcome: "UNKNOWN", message: LOST.open });
  expect(notices()).toEqual([LOST.open]);
  questions = "whole";
  await vi.advanceTimersByTimeAsync(20_000);
  expect(notices()).toEqual([]);
  expect(toasts()).toEqual([LOST.saved]);
  expect(effects).toHaveLength(1);
});

test("where nobody answers and nothing had arrived, that is told when the server is back", async () => {
  line = ["loses requests"];
  questions = "dead";
  await outcomeOf(save());
  questions = "whole";
  await vi.advanceTimersByTimeAsync(20_000);
  expect(notices()).toEqual([LOST.notArrived]);
  expect(toasts()).toEqual([]);
});

test("the same call again takes the same key, another one its own", async () => {
  line = ["loses answers"];
  questions = "dead";
  await outcomeOf(save());
  await outcomeOf(save("anders"));
  await outcomeOf(save());
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
  expect(effects).toEqual(['{"name":"neu"}', '{"name":"anders"}']);
  await outcomeOf(save());
  expect(keys[3]).not.toBe(keys[0]);
});

test("an answer is no lost answer, whatever it says", async () => {
  const body = { status: 503, code: "UNAVAILABLE", detail: "Voll.", requestId: "r", errors: [] };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status: 503 })));
  const error = await outcomeOf(save());
  expect(error).toMatchObject({ status: 503, message: "Voll.", outcome: undefined });
  expect(notices()).toEqual(["Voll."]);
});

test("a server that does not know whether it committed is asked", async () => {
  const body = { status: 503, code: "OUTCOME_UNKNOWN", detail: "?", requestId: "r", errors: [] };
  let isFirst = true;
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    if (!isFirst) return fetched(address, init);
    isFirst = false;
    served(address, init);
    return Promise.resolve(Response.json(body, { status: 503 }));
  });
  expect(await outcomeOf(save())).toEqual({ name: '{"name":"neu"}' });
  expect(effects).toHaveLength(1);
});

test("what has no effect is not looked up: nothing could be saved", async () => {
  line = ["loses answers"];
  expect(await outcomeOf(call(look))).toMatchObject({ code: "UNREACHABLE", outcome: undefined });
  expect(keys).toEqual([null]);
});

test("what can't be looked up is said to be unknown", async () => {
  line = ["loses answers"];
  expect(await outcomeOf(call(leave))).toMatchObject({ outcome: "UNKNOWN" });
  expect(notices()).toEqual([LOST.unknown]);
});

test("an answer without log-in is sent again under its key", async () => {
  line = ["loses answers", "loses requests"];
  expect(await outcomeOf(call(answerPublic))).toEqual({ name: `/public/${tenant()}/invitation` });
  expect(effects).toHaveLength(1);
  expect(new Set(keys).size).toBe(1);
});

test("a silent call is settled without a word", async () => {
  line = ["loses answers"];
  const running = call(rename, { body: { name: "neu" }, silent: true });
  await vi.advanceTimersByTimeAsync(10);
  expect(notices()).toEqual([]);
  await outcomeOf(running);
  expect(toasts()).toEqual([]);
});

test("who goes away hears nothing more", async () => {
  line = ["loses answers"];
  questions = "dead";
  const away = new AbortController();
  const running = call(rename, { body: { name: "neu" }, signal: away.signal });
  const ended = running.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  away.abort();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await ended).toMatchObject({ name: "AbortError" });
  expect(notices()).toEqual([]);
});
