import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, testApp, type TestUser } from "#apps/server/testing.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { usersContract as users } from "../../contract.ts";
import { createMembers } from "../people/create-members.ts";

const MEMBERS = 1_700;

let app: TestApp;
let admin: TestUser;
let origin: string;

beforeAll(async () => {
  app = await testApp();
  const club = await app.tenant("alpha");
  admin = await app.user(club, { firstname: "Ada", lastname: "Admin", isAdmin: true });
  const people = Array.from({ length: MEMBERS }, (_, index) => ({
    firstname: "Ben",
    lastname: `Nummer ${String(index).padStart(5, "0")}`,
  }));
  await app.services.database.write(club.id, systemActor(), (tx) => createMembers(tx, people));
  await app.server.listen({ port: 0, host: "127.0.0.1" });
  origin = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
});
afterAll(() => app?.close());

/** The file as it comes over a connection. */
function download(format: "CSV" | "XLSX"): Promise<Response> {
  return fetch(`${origin}/alpha/api/user/export`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    body: JSON.stringify({ format, columns: ["lastname", "firstname"], filter: { q: "Nummer" } }),
  });
}

/** The database fails at its `nth` reading from now on, and after that works again. */
function failAt(nth: number): void {
  const read = app.services.database.read.bind(app.services.database);
  let count = 0;
  vi.spyOn(app.services.database, "read").mockImplementation((tenant, work) =>
    ++count === nth ? Promise.reject(new Error("connection lost")) : read(tenant, work),
  );
}

describe("the list on screen as a file", () => {
  test("is written portion by portion, each member once and in order", async () => {
    const text = await (await download("CSV")).text();
    const lines = text.trimEnd().split("\r\n").slice(1);
    expect(lines).toEqual(
      Array.from({ length: MEMBERS }, (_, index) => `Nummer ${String(index).padStart(5, "0")};Ben`),
    );
  });

  test.each(["CSV", "XLSX"] as const)(
    "a %s that breaks off in the middle does not arrive as a whole file, and the server lives on",
    async (format) => {
      // Rights come first where they are not remembered; so the last of the portions is the one
      // that fails.
      failAt(4);
      try {
        const answer = await download(format);
        expect(answer.status).toBe(200);
        await expect(answer.arrayBuffer()).rejects.toThrow("terminated");
      } finally {
        vi.restoreAllMocks();
      }
      expect((await (await download(format)).arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    },
  );

  test("what fails before the first line is an error like any other", async () => {
    failAt(2);
    try {
      const answer = await download("XLSX");
      expect(answer.status).toBe(500);
      expect(answer.headers.get("content-type")).toContain("application/problem+json");
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("days before 1900, which Excel does not know, are texts", async () => {
    const old = { firstname: "Früh", lastname: "Geboren", birthday: "1899-12-31" };
    await app.call(users.createUser, { body: old }, admin);
    const { bytes } = await app.call(
      users.exportUsers,
      { body: { filter: { q: "Geboren" }, format: "XLSX", columns: ["birthday"] } },
      admin,
    );
    const { readXlsx } = await import("hucre/xlsx");
    expect((await readXlsx(bytes)).sheets[0]?.rows).toEqual([["Geburtstag"], ["31.12.1899"]]);
  });
});
