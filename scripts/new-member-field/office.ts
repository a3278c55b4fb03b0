import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import type { TestApp, TestUser } from "#apps/server/testing.ts";

/** What is sent. */
export type Json = Record<string, unknown>;
/** What is answered: whether the field is in it is what is being asked. */
export type Answer = Json & { id: string };

interface Answered {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  json: Answer;
}

/** A client like a browser, which knows addresses and no types. */
export interface Office {
  /** Sends a body as it is, when it is a text, else as JSON. */
  call(method: string, path: string, body?: Json | string): Promise<Answered>;
  /** The same, which has to go well. */
  must(method: string, path: string, body?: Json | string): Promise<Answer>;
  /** A member with these values besides a name; its record. */
  member(values: Json): Promise<Answer>;
  runJobs(): Promise<void>;
}

export async function officeOf(app: TestApp, user: TestUser): Promise<Office> {
  if (!app.server.server.listening) await app.server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.server.address() as AddressInfo;
  const call: Office["call"] = async (method, path, body) => {
    const isText = typeof body === "string";
    const response = await fetch(`http://127.0.0.1:${port}/${user.tenant.name}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${user.token}`,
        ...(body === undefined
          ? {}
          : { "content-type": isText ? "application/octet-stream" : "application/json" }),
        ...(isText ? { "x-file-name": "Mitglieder.csv" } : {}),
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    const json = isJson && text !== "" ? (JSON.parse(text) as Answer) : { id: "" };
    return { status: response.status, headers: response.headers, bytes, text, json };
  };
  const must: Office["must"] = async (method, path, body) => {
    const { status, text, json } = await call(method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${status} ${text}`);
    return json;
  };
  return {
    call,
    must,
    member: (values) => must("POST", "/user", { firstname: "Eva", lastname: "Muster", ...values }),
    runJobs: () => app.runJobs(),
  };
}

/** Returns the list at a name of an answer. */
export function listAt(answer: Json, name: string): Answer[] {
  const list = answer[name];
  assert.ok(Array.isArray(list), `no list ${name} in ${JSON.stringify(answer)}`);
  return list as Answer[];
}
