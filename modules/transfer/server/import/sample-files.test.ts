import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importContract } from "../../import-contract.ts";
import { clubForImports, type ImportClub } from "./testing.ts";

let club: ImportClub;
beforeAll(async () => {
  club = await clubForImports();
});
afterAll(() => club?.app.close());

const sample = (name: string) => readFileSync(join(import.meta.dirname, "samples", name));
const DIVISIONS = [
  "Fußball",
  "Turnen",
  "Tischtennis",
  "Volleyball",
  "Leichtathletik",
  "Gymnastik",
  "Wandern",
  "Theatergruppe",
];

test("a list out of Excel, and the same list a year later", async () => {
  const { source, preview, apply, rows, members, group, app, admin } = club;
  for (const division of DIVISIONS) await group(division);
  const id = await source({ strict: true });
  const run = await preview(id, sample("liste.csv"));
  expect(run).toMatchObject({
    state: "PREVIEW",
    counts: { new: 294, changed: 0, same: 0, ambiguous: 0, faulty: 5, undecided: 1, missing: 0 },
  });
  expect(
    (await rows(run.id, "FAULTY")).map(({ row, problems }) => [
      row,
      problems.map(({ column }) => column),
    ]),
  ).toEqual([
    [35, ["IBAN"]],
    [44, ["E-Mail"]],
    [68, ["Mitgl.-Nr."]],
    [145, ["Geburtsdatum"]],
    [263, ["Nachname"]],
  ]);
  // The five pairs who are the same person under two numbers are pointed out; father and son, and
  // twins, are not.
  const hinted = await app.call(
    importContract.listImportRows,
    { params: { id: run.id }, query: { hints: "true", size: 200 } },
    admin,
  );
  const doubles = hinted.body.content.filter(({ hints }) =>
    hints.some(({ message }) => message.startsWith("Vielleicht dieselbe Person")),
  );
  expect(doubles.map(({ row }) => row)).toEqual([146, 233, 253, 260, 289]);
  expect(await apply(run.id)).toMatchObject({
    state: "APPLIED",
    applied: { created: 294, groups: 0, skipped: 6 },
  });
  expect((await preview(id, sample("liste.csv"))).counts).toEqual({
    new: 0,
    changed: 0,
    same: 294,
    ambiguous: 0,
    faulty: 5,
    undecided: 1,
    missing: 0,
  });

  const later = await preview(id, sample("liste-spaeter.csv"));
  expect(later.counts).toEqual({
    new: 4,
    changed: 12,
    same: 279,
    ambiguous: 0,
    faulty: 5,
    undecided: 1,
    missing: 3,
  });
  const changed = await rows(later.id, "CHANGED");
  expect(
    changed
      .map(
        ({ user, fields }) => `${user?.memberNumber} ${fields.map(({ field }) => field).join(" ")}`,
      )
      .toSorted(),
  ).toEqual([
    "1025 email",
    "1026 email",
    "1070 leftOn",
    "1082 phone",
    "1108 firstname",
    "1121 groups",
    "1140 lastname email",
    "1185 iban",
    "1193 status",
    "1225 street postalCode city",
    "1254 birthday",
    "1296 mobile",
  ]);
  expect(
    (await rows(later.id, "MISSING"))
      .map(({ user }) => user?.memberNumber ?? "")
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(["1008", "1044", "1184"]);
  await apply(later.id);
  expect((await preview(id, sample("liste-spaeter.csv"))).counts).toMatchObject({
    new: 0,
    changed: 0,
    same: 295,
    missing: 3,
  });
  await club.revert(later.id);
  expect((await preview(id, sample("liste.csv"))).counts).toMatchObject({
    new: 0,
    changed: 0,
    same: 294,
  });
  expect((await members()).find(({ memberNumber }) => memberNumber === "1025")?.email).toBe(
    "marcel.lufft@example.com",
  );
});

test("faulty rows come back as a file to be mended and imported again", async () => {
  const { source, preview, rows, app, admin } = club;
  const id = await source({ unknownGroups: "IGNORE", strict: true });
  const run = await preview(
    id,
    'Nachname;Vorname;Geburtsdatum;Notizen\r\nAlt;Ina;31.02.1990;=1+1\r\nGut;Ole;01.01.1990;\r\n;Ohne;01.01.1991;"a;b"\r\n',
  );
  expect(run.counts).toMatchObject({ new: 1, faulty: 2 });
  const answer = await app.call(importContract.getFaultyRows, { params: { id: run.id } }, admin);
  expect(answer.headers["content-disposition"]).toContain("fehlerhafte%20Zeilen.csv");
  const text = answer.bytes.toString("utf8");
  expect(text.split("\r\n")[0]).toBe("\uFEFFNachname;Vorname;Geburtsdatum;Notizen;Grund");
  expect(text).toContain("'=1+1");
  const mended = text.replace("31.02.1990", "28.02.1990").replace(";Ohne;", "Neu;Ohne;");
  const again = await preview(id, mended);
  expect(again.counts).toMatchObject({ new: 2, faulty: 0 });
  expect((await rows(again.id, "NEW"))[0]?.fields).toContainEqual(
    expect.objectContaining({ field: "notes", newValue: "=1+1" }),
  );
});
