import { beforeAll, expect, test } from "vitest";
import { usersContract } from "#modules/members/contract.ts";
import type { TestUser } from "#apps/server/testing.ts";
import { importContract } from "../../import-contract.ts";
import { clubForImports, importClub, type ImportClub } from "./testing.ts";

/**
 * Somebody reads in a file of guesses. What is answered must be the same, letter by letter, whether
 * the guesses are right or not: clubs that differ in what the reader may not see alone.
 */
const GUESSES = [
  "Mitgliedsnummer;Vorname;Nachname;Ort;IBAN;Notizen",
  "7001;Ina;Bank;Bonn;DE89370400440532013000;zahlt bar",
  "7002;Udo;Leer;Bonn;DE89370400440532013000;",
  "7003;Eva;Falsch;Bonn;DE00000000000000000000;",
  "7004;Jan;Umzug;Ulm;;",
].join("\n");

interface Secrets {
  iban: string | null;
  notes: string | null;
}

/** The guesses are right of the first, wrong of the second; the third has nothing stored. */
const KNOWN: Secrets = { iban: "DE89370400440532013000", notes: "zahlt bar" };
const OTHER: Secrets = { iban: "DE02120300000000202051", notes: null };
const NOTHING: Secrets = { iban: null, notes: null };

let right: ImportClub;
let wrong: ImportClub;
let nothing: ImportClub;

beforeAll(async () => {
  right = await clubForImports("richtig");
  wrong = await importClub(right.app, "falsch");
  await fill(right, KNOWN);
  await fill(wrong, OTHER);
  nothing = await importClub(right.app, "nichts");
  await fill(nothing, NOTHING);
});

async function fill({ app, admin }: ImportClub, secrets: Secrets): Promise<void> {
  const people = [
    ["7001", "Ina", "Bank"],
    ["7002", "Udo", "Leer"],
    ["7003", "Eva", "Falsch"],
    ["7004", "Jan", "Umzug"],
  ] as const;
  for (const [memberNumber, firstname, lastname] of people) {
    const { status } = await app.call(
      usersContract.createUser,
      { body: { memberNumber, firstname, lastname, city: "Bonn", ...secrets } },
      admin,
    );
    expect(status).toBe(201);
  }
}

type Permissions = NonNullable<Parameters<ImportClub["app"]["user"]>[1]>["permissions"];

/** Everything that the reader is told of a preview of the guesses. */
async function told(
  club: ImportClub,
  permissions: Permissions,
  onChanged: "UPDATE" | "FILL_EMPTY" | "SKIP",
  strict = true,
) {
  const { app, admin, tenant } = club;
  const reader = await app.user(tenant, { permissions });
  const source = await club.source({ onChanged, strict }, admin);
  const { id } = await club.preview(source, GUESSES, reader);
  const rows = async (query: object) =>
    (await app.call(importContract.listImportRows, { params: { id }, query }, reader)).body;
  const lists = [
    await rows({ size: 100 }),
    await rows({ kind: "CHANGED" }),
    await rows({ kind: "SAME" }),
    await rows({ kind: "FAULTY" }),
    await rows({ hints: true }),
    await rows({ q: "Ina" }),
  ];
  const groups = await app.call(importContract.listImportGroups, { params: { id } }, reader);
  const faulty = await reasons(club, id, reader);
  const run = await club.getRun(id, reader);
  const inList = (
    await app.call(importContract.searchImportRuns, { query: { size: 100 } }, reader)
  ).body.content.find((listed) => listed.id === id);
  expect(inList?.counts).toEqual(run.counts);
  return {
    counts: run.counts,
    hints: run.hints,
    compared: run.compared,
    text: anonymous(JSON.stringify([lists, groups.body, faulty, run.counts, run.hints, run.error])),
  };
}

async function reasons({ app }: ImportClub, id: string, reader: TestUser): Promise<unknown> {
  const { status, bytes } = await app.call(
    importContract.getFaultyRows,
    { params: { id } },
    reader,
  );
  return [status, status === 200 ? bytes.toString() : ""];
}

/** Ids and moments differ between any two clubs. */
function anonymous(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id");
}

const READER: Permissions = ["MANAGE_IMPORTS", "QUERY_USER"];

test.each([
  { onChanged: "UPDATE", changed: 3, same: 0 },
  { onChanged: "FILL_EMPTY", changed: 2, same: 1 },
  { onChanged: "SKIP", changed: 3, same: 0 },
] as const)(
  "a right guess at a protected field looks like a wrong one: $onChanged",
  async ({ onChanged, changed, same }) => {
    const lenient = await told(right, READER, onChanged, false);
    expect(await told(wrong, READER, onChanged, false)).toEqual(lenient);
    expect(await told(nothing, READER, onChanged, false)).toEqual(lenient);
    const ofRight = await told(right, READER, onChanged);
    expect(ofRight.counts).toMatchObject({ changed, same, faulty: 1 });
    expect(await told(wrong, READER, onChanged)).toEqual(ofRight);
    expect(await told(nothing, READER, onChanged)).toEqual(ofRight);
  },
);

test("who may see protected fields is told what differs", async () => {
  const permissions: Permissions = [...READER, "MANAGE_USER"];
  const ofRight = await told(right, permissions, "UPDATE");
  const ofWrong = await told(wrong, permissions, "UPDATE");
  expect(ofRight.counts).toMatchObject({ changed: 1, same: 2 });
  expect(ofWrong.counts).toMatchObject({ changed: 3, same: 0 });
  expect(ofWrong.text).toContain(OTHER.iban);
});

test("the values of the file are shown, those of the club never", async () => {
  const { text } = await told(wrong, READER, "UPDATE");
  expect(text).toContain(KNOWN.iban);
  expect(text).not.toContain(OTHER.iban);
});

test("who may not see members is not told whom the club has", async () => {
  const permissions: Permissions = ["MANAGE_IMPORTS"];
  const { app, admin, tenant } = right;
  const reader = await app.user(tenant, { permissions });
  const here = await told(right, permissions, "UPDATE");
  expect(here).toMatchObject({ compared: false, hints: 0 });
  expect(Object.values(here.counts)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const empty = await importClub(app, "leer");
  expect(await told(empty, permissions, "UPDATE")).toEqual(here);

  const { id, can } = await right.preview(await right.source(), GUESSES, admin);
  expect(can).toContain("EDIT");
  expect((await right.getRun(id, reader)).can).toEqual(["DELETE"]);
  const params = { id };
  const decisions = [{ number: 1, action: "SKIP" as const }];
  for (const { status, body } of [
    await app.call(importContract.decideImportRows, { params, body: { decisions } }, reader),
    await app.call(importContract.changeImportSettings, { params, body: {} }, reader),
  ]) {
    expect(status).toBe(403);
    expect(JSON.stringify(body)).toContain("Mitglieder zu sehen");
  }
});
