import { createHash } from "node:crypto";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { html } from "./html.ts";
import { serverPage, serverPagePolicy } from "./server-page.ts";
import { styleAddress, styleRoutes } from "./style-routes.ts";

const CLUB = { name: "tsv", clubName: "TSV <Grün>", accentColor: "#A01020", logoVersion: null };
const CONTENT = html`<p>${"a < b"}</p>`;

test("texts are escaped, in the title as in the page", () => {
  const page = serverPage({ title: "Ja & Nein", content: CONTENT, club: CLUB });
  expect(page).toContain("<title>Ja &#38; Nein - TSV &#60;Grün&#62;</title>");
  expect(page).toContain("<span>TSV &#60;Grün&#62;</span>");
  expect(page).toContain("<h1>Ja &#38; Nein</h1><p>a &#60; b</p>");
});

test("the one script inside is allowed by its hash, and scripts beside it only where asked for", () => {
  const page = serverPage({ title: "Anmelden", content: CONTENT, club: CLUB });
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
  expect(scripts).toHaveLength(1);
  expect(scripts[0]).toContain("darkMode");
  const hash = createHash("sha256").update(String(scripts)).digest("base64");
  expect(serverPagePolicy()).toContain(`script-src 'sha256-${hash}';`);
  expect(serverPagePolicy({ scriptSrc: ["'self'"] })).toContain(
    `script-src 'sha256-${hash}' 'self';`,
  );
  expect(serverPagePolicy()).toMatch(/^default-src 'none';/);
  expect(serverPagePolicy({ frameAncestors: ["'self'"] })).toMatch(/frame-ancestors 'self'$/);
});

test("the logo stands where there is one, under an address of its own for each", () => {
  const logoVersion = "0123456789abcdef";
  const page = serverPage({ title: "x", content: CONTENT, club: { ...CLUB, logoVersion } });
  expect(page).toContain('src="/public/tsv/logo?v=0123456789abcdef"');
  expect(serverPage({ title: "x", content: CONTENT, club: CLUB })).not.toContain("<img");
});

test("a page without a club has the product's own colour", () => {
  const page = serverPage({ title: "x", content: CONTENT });
  expect(page).toContain("<title>x</title>");
  expect(page).not.toContain('class="club"');
  expect(page).toContain(`href="${styleAddress("")}"`);
});

test("a page asks again by itself only where it is told to", () => {
  expect(serverPage({ title: "x", content: CONTENT })).not.toContain("refresh");
  expect(serverPage({ title: "x", content: CONTENT, refreshSeconds: 5 })).toContain(
    '<meta http-equiv="refresh" content="5" />',
  );
});

test("the style is kept for good under its own address, and asked for again under another", async () => {
  const server = Fastify();
  styleRoutes(server);
  const address = styleAddress("#A01020");
  expect(address).toMatch(/^\/assets\/pages\/a01020-[0-9a-f]{12}\.css$/);
  expect(styleAddress("#a01020")).toBe(address);
  const current = await server.inject({ url: address, headers: { "accept-encoding": "br" } });
  expect(current.headers).toMatchObject({
    "content-type": "text/css; charset=utf-8",
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(current.rawPayload.byteLength).toBeLessThan(3_000);
  const older = await server.inject({ url: "/assets/pages/a01020-000000000000.css" });
  const plain = await server.inject({ url: address });
  expect([older.statusCode, older.headers["cache-control"]]).toEqual([200, "no-cache"]);
  expect(older.body).toBe(plain.body);
  const odd = await server.inject({ url: "/assets/pages/red%7Dbody%7B.css" });
  expect(odd.body).not.toContain("red}");
  await server.close();
});
