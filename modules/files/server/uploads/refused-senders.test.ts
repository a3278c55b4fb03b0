import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { messageForm } from "#modules/messages/server/testing.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { aShare, chunked, stateOf } from "../testing.ts";

let app: TestApp;
let admin: TestUser;
let origin: string;

beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
  origin = await app.server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app?.close());

function post(
  path: string,
  body: Buffer,
  headers: Record<string, string> = { "content-type": "application/octet-stream" },
) {
  return fetch(`${origin}/alpha/api${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, ...headers },
    body: body as never,
    signal: AbortSignal.timeout(8_000),
  });
}

test.each(["file", "chunk", "message"] as const)(
  "a store that refuses before the first byte of a %s is heard by who sends it",
  async (what) => {
    const { id } = await aShare(app, admin);
    const steps = chunked(app, admin, id, "groß.bin");
    const { uploadId } = stateOf(await steps.start(20_000_000));
    const refuse = () => Promise.reject(new AppError("UNAVAILABLE"));
    const spies = [
      vi.spyOn(app.services.blobs, "put").mockImplementationOnce(refuse),
      vi.spyOn(app.services.blobs, "writePart").mockImplementationOnce(refuse),
    ];
    const form = messageForm({ subject: "Anlage", recipientIds: [admin.id] }, [
      { name: "plan.pdf", bytes: randomBytes(800_000) },
    ]);
    const answer = await {
      file: () => post(`/file-share/${id}/upload/klein.bin`, randomBytes(900_000)),
      chunk: () =>
        post(
          `/file-share/${id}/upload/gro%C3%9F.bin?phase=upload&uploadId=${uploadId}&chunk=0`,
          randomBytes(8 * 1024 * 1024),
        ),
      message: () => post("/message", form.body, form.headers),
    }[what]();
    for (const spy of spies) spy.mockRestore();
    expect(answer.status).toBe(503);
  },
);
