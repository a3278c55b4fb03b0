import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "./testing.ts";

let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  app = await testApp({ variables: { LOG_LEVEL: "info" }, logTo });
  await app.tenant("alpha");
});
afterAll(() => app?.close());

/** What the log says of a request with this token. */
async function reasonOf(token: string): Promise<unknown> {
  lines.length = 0;
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode } = await app.server.inject({ url: "/alpha/api/me/sessions", headers });
  expect(statusCode).toBe(401);
  const line = lines.find((text) => text.includes("token refused"));
  expect(line).not.toContain(token);
  return line === undefined ? undefined : (JSON.parse(line) as { reason: string }).reason;
}

test("why a token was refused stands in the log, and nothing of the token", async () => {
  const secret = new TextEncoder().encode("a secret that is nobody's, long enough");
  const foreign = await new SignJWT({ sub: "0198c0de-0000-7000-8000-000000000001" })
    .setProtectedHeader({ alg: "HS256", kid: "one" })
    .sign(secret);
  expect(await reasonOf("no-token-at-all")).toBe("ERR_JWS_INVALID");
  expect(await reasonOf(foreign)).toBe("ERR_JOSE_ALG_NOT_ALLOWED");
  const header = Buffer.from('{"alg":"ES256","kid":"gone"}').toString("base64url");
  expect(await reasonOf(`${header}.${foreign.split(".")[1]}.AAAA`)).toBe("unknown key");
});
