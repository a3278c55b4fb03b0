import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { tenant } from "../session/tenant.ts";
import { provideAccessToken } from "./access-token.ts";
import { ApiError, call } from "./api.ts";
import { errorNotices } from "./error-notices.ts";
import { UNREACHABLE } from "./error-texts.ts";
import { openRequests } from "./open-requests.ts";

const getThing = route({
  method: "GET",
  path: "/thing/{id}/files{path}",
  access: "loggedIn",
  summary: "",
  params: z.strictObject({ id: z.string(), path: z.string() }),
  query: z.strictObject({ q: z.string().optional(), ids: z.array(z.string()).optional() }),
  answer: z.object({ name: z.string() }),
});
const postThing = route({
  method: "POST",
  path: "/thing",
  access: "loggedIn",
  summary: "",
  body: z.strictObject({ name: z.string() }),
  answer: noContent,
});
const putPicture = route({
  method: "PUT",
  path: "/picture",
  access: "loggedIn",
  summary: "",
  body: bytes(["image/png"]),
  answer: noContent,
});
const publicThing = route({
  method: "GET",
  path: "/tenant",
  access: "public",
  summary: "",
  answer: z.object({ name: z.string() }),
});

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("window", { location: { hostname: "tsv.vereinsheim.example" } });
  vi.stubGlobal("document", { querySelector: () => null });
  provideAccessToken(() => Promise.resolve("the-token"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  errorNotices.set([]);
});

function lastRequest() {
  const [address, init] = fetched.mock.lastCall ?? [];
  return { address, method: init?.method, headers: new Headers(init?.headers), body: init?.body };
}

function problem(status: number, detail: string, errors: object[] = []) {
  const body = {
    type: "about:blank",
    title: "",
    status,
    code: "X",
    detail,
    requestId: "r",
    errors,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
}

test("a call goes to the tenant's API with the token; each segment of a path is encoded", async () => {
  fetched.mockResolvedValue(Response.json({ name: "a" }));
  const answer = await call(getThing, {
    params: { id: "1", path: "/Fest & Ball/ä#.pdf" },
    query: { q: "a b", ids: ["1", "2"] },
  });
  expect(answer).toEqual({ name: "a" });
  expect(lastRequest().address).toBe(
    `/${tenant()}/api/thing/1/files/Fest%20%26%20Ball/%C3%A4%23.pdf?q=a+b&ids=1&ids=2`,
  );
  expect(lastRequest().headers.get("authorization")).toBe("Bearer the-token");
});

test("a public call goes below /public without a token", async () => {
  fetched.mockResolvedValue(Response.json({ name: "a" }));
  await call(publicThing);
  expect(lastRequest().address).toBe(`/public/${tenant()}/tenant`);
  expect(lastRequest().headers.has("authorization")).toBe(false);
});

test("a POST carries an idempotency key, a new one each time", async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
  await call(postThing, { body: { name: "a" } });
  const first = lastRequest().headers.get("idempotency-key");
  await call(postThing, { body: { name: "a" } });
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(lastRequest().headers.get("idempotency-key")).not.toBe(first);
  expect(lastRequest().body).toBe('{"name":"a"}');
});

test("what is asked, and what is kept by itself, carries none", async () => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ name: "a" })));
  await call(publicThing);
  expect(lastRequest().headers.has("idempotency-key")).toBe(false);
  await call(putPicture, { body: new Blob(["x"]), quiet: true });
  expect(lastRequest().headers.has("idempotency-key")).toBe(false);
  await call(putPicture, { body: new Blob(["x"]) });
  expect(lastRequest().headers.has("idempotency-key")).toBe(true);
});

test("bytes are sent as they are", async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  const picture = new Blob(["x"], { type: "image/png" });
  await call(putPicture, { body: picture });
  expect(lastRequest().body).toBe(picture);
});

test("a failure is thrown with its problem, added to the red list, and the bar goes down", async () => {
  fetched.mockResolvedValue(problem(403, "Nein."));
  const running = call(publicThing);
  expect(openRequests.get()).toBe(1);
  await expect(running).rejects.toMatchObject({ status: 403, code: "X" });
  expect(openRequests.get()).toBe(0);
  expect(errorNotices.get().map((notice) => notice.text)).toEqual([
    "Dazu haben Sie nicht die notwendigen Rechte.",
  ]);
});

test("a quiet call does not raise the bar, a silent one adds nothing to the list", async () => {
  fetched.mockResolvedValue(problem(404, "x"));
  const running = call(publicThing, { quiet: true, silent: true });
  expect(openRequests.get()).toBe(0);
  await expect(running).rejects.toBeInstanceOf(ApiError);
  expect(errorNotices.get()).toEqual([]);
});

test("a form keeps field errors and conflicts to itself, but not a missing right", async () => {
  const fields = [{ path: "name", code: "TOO_SHORT", message: "Zu kurz." }];
  for (const [status, listed] of [
    [400, 0],
    [409, 0],
    [412, 0],
    [403, 1],
  ] as const) {
    fetched.mockResolvedValueOnce(problem(status, "x", status === 400 ? fields : []));
    const error = await call(postThing, { body: { name: "" }, inForm: true }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    if (status === 400) expect((error as ApiError).fieldErrors).toEqual(fields);
    expect(errorNotices.get()).toHaveLength(listed);
  }
});

test("an unreachable server is one sentence in the list, taken back by the next answer", async () => {
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(call(publicThing)).rejects.toMatchObject({ isUnreachable: true });
  await expect(call(publicThing)).rejects.toMatchObject({ status: 0 });
  expect(errorNotices.get().map((notice) => notice.text)).toEqual([UNREACHABLE]);
  fetched.mockResolvedValue(Response.json({ name: "a" }));
  await call(publicThing);
  expect(errorNotices.get()).toEqual([]);
});
