import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { z } from "zod";
import { noContent, route } from "#platform/contract/route.ts";
import { call } from "../api/api.ts";
import { expectProblem, FakeApi, READER, renderComponent } from "../testing.ts";
import { connect } from "./network.ts";

const thing = z.object({ name: z.string() });
const getThing = route({
  method: "GET",
  path: "/thing/{id}",
  access: "loggedIn",
  summary: "",
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    size: z.coerce.number().default(20),
    tag: z.array(z.string()).optional(),
  }),
  answer: thing,
});
const searchThings = route({
  method: "GET",
  path: "/thing/search",
  access: "QUERY_GROUP",
  summary: "",
  answer: z.array(thing),
});
const putThing = route({
  method: "PUT",
  path: "/thing/{id}",
  access: "loggedIn",
  summary: "",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name: z.string() }),
  answer: noContent,
});

/** What the fake has to complain of after this; the test goes on without failing of it. */
async function complaintsOf(api: FakeApi, calling: () => Promise<unknown>): Promise<string[]> {
  connect(api);
  api.reader ??= READER;
  await calling().catch(() => {});
  return api.complaints.splice(0);
}

const token = { headers: { authorization: "Bearer x" }, silent: true };

test("a call is handed over parsed, with defaults and numbers", async () => {
  const api = new FakeApi();
  api.answer(getThing, ({ params }) => ({ name: params.id }));
  connect(api);
  const answer = await call(getThing, {
    params: { id: "a b" },
    query: { size: 5, tag: ["x", "y"] },
    ...token,
  });
  expect(answer).toEqual({ name: "a b" });
  await call(getThing, { params: { id: "c" }, ...token });
  expect(api.calls(getThing).map(({ query }) => query)).toEqual([
    { size: 5, tag: ["x", "y"] },
    { size: 20 },
  ]);
});

test("an address without values wins over one with", async () => {
  const api = new FakeApi();
  api.answer(getThing, { name: "one" });
  api.answer(searchThings, [{ name: "all" }]);
  connect(api);
  expect(await call(searchThings, token)).toEqual([{ name: "all" }]);
});

test("what the test says nothing about, is complained of by its name", async () => {
  const complaints = await complaintsOf(new FakeApi(), () => call(searchThings, token));
  expect(complaints).toEqual([
    "GET /demo/api/thing/search was called, and the test says nothing about it",
  ]);
});

test("a body that the contract refuses is complained of, unless the route refuses anyway", async () => {
  const api = new FakeApi();
  const body = { name: "a", extra: true } as { name: string };
  const send = () => call(putThing, { params: { id: "1" }, body, ...token });
  api.answer(putThing);
  expect(await complaintsOf(api, send)).toEqual([expect.stringContaining("Unrecognized key")]);
  api.refuse(putThing, { code: "VALIDATION_FAILED" });
  expect(await complaintsOf(api, send)).toEqual([]);
});

test("an answer that does not fit is complained of; what the schema does not know stays behind", async () => {
  const api = new FakeApi();
  const get = () => call(getThing, { params: { id: "1" }, ...token });
  api.answer(getThing, { name: 7 } as unknown as { name: string });
  expect(await complaintsOf(api, get)).toEqual([expect.stringContaining("GET /thing/{id}")]);
  api.answer(getThing, { name: "a", secret: "b" } as { name: string });
  expect(await get()).toEqual({ name: "a" });
});

test("a call without a token or without the route's permission is complained of", async () => {
  const api = new FakeApi();
  api.answer(searchThings, []);
  expect(await complaintsOf(api, () => call(searchThings, { silent: true }))).toEqual([
    "GET /thing/search: is called without a token",
  ]);
  expect(await complaintsOf(api, () => call(searchThings, token))).toEqual([
    "GET /thing/search: is called by a reader who does not hold QUERY_GROUP",
  ]);
  api.reader = { ...READER, permissions: ["QUERY_GROUP"] };
  expect(await complaintsOf(api, () => call(searchThings, token))).toEqual([]);
});

test("problems, silence and waiting are as a page meets them", async () => {
  const api = new FakeApi();
  const get = () => call(getThing, { params: { id: "1" }, ...token });
  connect(api);
  api.refuse(getThing, { code: "CONFLICT", as: "LAST_ADMIN", detail: "Der letzte." });
  await expect(get()).rejects.toMatchObject({ status: 409, code: "LAST_ADMIN" });
  api.disconnect(getThing);
  await expect(get()).rejects.toMatchObject({ isUnreachable: true });
  api.answer(getThing, { name: "a" });
  const release = api.hold(getThing);
  let answered = false;
  const waiting = get().finally(() => (answered = true));
  await expect.poll(() => api.calls(getThing).length).toBe(3);
  expect(answered).toBe(false);
  release();
  expect(await waiting).toEqual({ name: "a" });
});

test("in the shell a live update makes the page ask again", async () => {
  const api = new FakeApi();
  let name = "before";
  api.answer(getThing, () => ({ name }));
  const Thing = () => {
    const queryFn = () => call(getThing, { params: { id: "1" } });
    return <p>{useQuery({ queryKey: ["thing", "1"], queryFn }).data?.name}</p>;
  };
  await renderComponent(<Thing />, { api, frame: "shell" });
  await expect.element(page.getByText("before")).toBeVisible();
  name = "after";
  api.live.announce("thing");
  await expect.element(page.getByText("after")).toBeVisible();
});

test("a breach of the page's policy would fail a test that does not expect it", async () => {
  expectProblem(/policy breached: script-src-elem inline|Content Security Policy/);
  const breached = new Promise((resolve) => {
    document.addEventListener("securitypolicyviolation", resolve, { once: true });
  });
  const script = Object.assign(document.createElement("script"), { textContent: "window.x = 1" });
  document.body.append(script);
  await breached;
  script.remove();
  expect("x" in window).toBe(false);
});

test("a lost answer had its effect; under its key it is given again without a further one", async () => {
  const api = new FakeApi();
  const put = (name: string) => call(putThing, { params: { id: "1" }, body: { name }, ...token });
  connect(api);
  api.answer(putThing);
  api.loseAnswer(putThing);
  await put("a");
  await put("b");
  expect(api.calls(putThing).map(({ body }) => body.name)).toEqual(["a", "b"]);
  api.disconnect(putThing);
  await expect(put("c")).rejects.toMatchObject({ outcome: "NONE" });
});
