import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unzip } from "#platform/server/testing/unzip.ts";
import { usersContract } from "#modules/members/contract.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { aPersonWithData, BROWSER, FORMER_NAME, MARKS } from "./person-with-data/testing.ts";
import {
  columnsHolding,
  type PersonalColumn,
  personalColumns,
} from "./personal-columns/testing.ts";
import { DECISIONS } from "./personal-decisions.ts";

/**
 * Whatever the database can hold about a person is told to them when they ask (DSGVO Art. 15), and
 * is gone when they are anonymised; where it is not, somebody has written down why. A new column
 * has to be decided before this passes.
 */

let app: TestApp;
let boss: TestUser;
let person: TestUser;
let columns: PersonalColumn[];

beforeAll(async () => {
  app = await testApp();
  boss = await app.user(await app.tenant("alpha"), {
    firstname: "Berta",
    lastname: "Boss",
    isAdmin: true,
  });
  person = await aPersonWithData(app, boss);
  columns = await inDatabase(personalColumns);
});
afterAll(() => app?.close());

function inDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  return withClient(app.services.environment.databaseUrl ?? "", work);
}

async function fileOf(): Promise<{
  names: string[];
  page: string;
  text: string;
  data: Record<string, unknown>;
}> {
  const { status, bytes } = await app.call(
    usersContract.exportUserData,
    { params: { id: person.id } },
    boss,
  );
  expect(status).toBe(200);
  const parts = unzip(bytes);
  const text = parts.get("Auskunft.json")?.toString() ?? "";
  return {
    names: [...parts.keys()],
    page: parts.get("Auskunft.html")?.toString() ?? "",
    text,
    data: JSON.parse(text) as Record<string, unknown>,
  };
}

test("every column that can hold something about a person is decided, and nothing else", () => {
  const names = columns.map(({ name }) => name);
  expect(
    names.filter((name) => !DECISIONS.has(name)),
    "undecided; say in personal-decisions.ts what becomes of them",
  ).toEqual([]);
  expect(
    [...DECISIONS.keys()].filter((name) => !names.includes(name)),
    "no such columns; take them out of personal-decisions.ts",
  ).toEqual([]);
});

test("columns that hold a member are those that are known to", async () => {
  const known = new Set(columns.filter(({ names }) => names).map(({ name }) => name));
  expect(
    (await inDatabase((client) => columnsHolding(client, person.id))).filter(
      (name) => !known.has(name),
    ),
  ).toEqual([]);
});

describe("the person's file", () => {
  test("has every section that was decided on, none of them empty", async () => {
    const { data, page } = await fileOf();
    for (const section of new Set(
      [...DECISIONS.values()].flatMap(({ file }) => ("section" in file ? [file.section] : [])),
    )) {
      expect(data, section).toHaveProperty(section);
      expect(page).toContain(`<section id="${section}">`);
    }
    expect(page).not.toContain("(nichts gespeichert)");
    for (const mark of MARKS) expect(JSON.stringify(data), mark).toContain(mark);
  });

  test("names ways to log in, but none of their secrets", async () => {
    const { data, page, text } = await fileOf();
    expect(data["zugang"]).toMatchObject({
      Benutzername: "wilhelmine.xylander",
      "Unbenutzte Wiederherstellungscodes": 1,
      Passkeys: [{ Name: "Xylander-Laptop", "Zuletzt benutzt am": null }],
      "Zweiter Faktor": [
        { Art: "App für Einmalcodes", "Zuletzt benutzt am": "2026-02-03T02:40:00.000Z" },
      ],
      "Offene Links in E-Mails": [{ Zweck: "Passwort zurücksetzen" }],
      "Laufende Anmeldungen": [{ Gerät: expect.stringContaining("Firefox") as string }],
    });
    expect(page).toContain("Xylander-Laptop");
    for (const secret of ["geheim", "argon2"]) expect(text + page).not.toContain(secret);
  });

  test("has German names that every system can unpack, each once", async () => {
    const { names } = await fileOf();
    expect(names.slice(0, 2)).toEqual(["Auskunft.html", "Auskunft.json"]);
    expect(names).toEqual(
      expect.arrayContaining(["Profilbild.webp", "Hochgeladene Dateien/Ablage/Bild.png"]),
    );
    expect(
      names.some((name) =>
        /^Nachrichten\/Empfangen\/\d{4}-\d{2}-\d{2} Für Sie\/Anhang\.png$/.test(name),
      ),
    ).toBe(true);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => /[<>:"|?*\\]|\.\.|^\/|[. ](\/|$)/.test(name))).toEqual([]);
  });

  test("is there for somebody in the trash, until they are anonymised; then nothing of them is left", async () => {
    expect(
      (await app.call(usersContract.deleteUser, { params: { id: person.id } }, boss)).status,
    ).toBe(204);
    const { data } = await fileOf();
    expect(data["stammdaten"]).toMatchObject({
      Nachname: "Xylander",
      "In den Papierkorb gelegt von": "Berta Boss",
    });
    expect(
      (await app.call(usersContract.anonymiseUser, { params: { id: person.id } }, boss)).status,
    ).toBe(204);
    await app.runJobs();
    expect(
      (await app.call(usersContract.exportUserData, { params: { id: person.id } }, boss)).status,
    ).toBe(404);
    for (const sign of [person.id, BROWSER, FORMER_NAME, ...MARKS]) {
      const holding = await inDatabase((client) => columnsHolding(client, sign));
      expect(
        holding.filter((name) => (DECISIONS.get(name)?.left ?? null) === null),
        `still holding ${sign}`,
      ).toEqual([]);
    }
  });
});
