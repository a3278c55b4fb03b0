import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "../../environment.ts";
import { applicationPage } from "./application-page.ts";

let web: string;
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), "web-"));
  await writeFile(
    join(web, "index.html"),
    "<meta %DEFAULT_TENANT%><meta %ISSUER%><script>a()</script>",
  );
});
afterAll(() => rm(web, { recursive: true }));

const pageOf = async (variables: Record<string, string>) =>
  (await applicationPage(web, readEnvironment(variables))).of("tsv");

test("names no issuer where this server is it, and talks to nobody else", async () => {
  const { html, policy } = await pageOf({});
  expect(html).toBe("<meta demo><meta ><script>a()</script>");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("frame-src 'self';");
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
});

test.each([
  [
    "https://login.example.org/auth",
    "https://login.example.org/auth/realms/tsv",
    "https://login.example.org",
  ],
  ["https://{tenant}.example.org", "https://tsv.example.org/realms/tsv", "https://tsv.example.org"],
])("names the club's realm of %s and may ask its origin", async (AUTH_URL, issuer, origin) => {
  const { html, policy } = await pageOf({ AUTH_URL, AUTH_INTERNAL_URL: "http://keycloak:8080" });
  expect(html).toContain(`<meta ${issuer}>`);
  expect(policy).toContain(`connect-src 'self' ${origin};`);
  expect(policy).toContain(`frame-src 'self' ${origin};`);
  expect(policy).toContain("script-src 'self' ");
});
