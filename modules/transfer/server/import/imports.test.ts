import { groupsContract } from "#modules/members/groups-contract.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changelogContract } from "#modules/changelog/contract.ts";
import { clubForImports, type ImportClub } from "./testing.ts";

let club: ImportClub;
beforeAll(async () => {
  club = await clubForImports();
});
afterAll(() => club?.app.close());

const HEAD = "Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;E-Mail;Telefon;Ort;Abteilung";
const file = (...lines: string[]) => [HEAD, ...lines].join("\r\n");
const none = { new: 0, changed: 0, same: 0, ambiguous: 0, faulty: 0, undecided: 0, missing: 0 };

test("a file is previewed, applied, the same again, changed field by field, and taken back", async () => {
  const { source, preview, apply, revert, rows, members, group, app, admin } = club;
  await group("Turnen");
  const id = await source();
  const first = file(
    "501;Müller;Eva;14.02.1981;eva@example.org;0171 3920001;Köln;Turnen",
    "502;Vogel;Salih;27.09.1970;;;Bonn;",
    "503;;Ohne;01.01.1990;;;Trier;",
  );
  const run = await preview(id, first);
  expect(run).toMatchObject({
    state: "PREVIEW",
    error: null,
    counts: { ...none, new: 2, faulty: 1 },
    fileName: "Mitglieder.csv",
  });
  expect(await members()).toEqual([]);
  const [faulty] = await rows(run.id, "FAULTY");
  expect(faulty).toMatchObject({
    row: 4,
    problems: [{ column: "Nachname", message: "Bitte ausfüllen." }],
  });

  expect(await apply(run.id)).toMatchObject({
    state: "APPLIED",
    applied: { created: 2, updated: 0, memberships: 1, skipped: 1 },
  });
  const [eva] = await members();
  expect(eva).toMatchObject({
    memberNumber: "501",
    firstname: "Eva",
    birthday: "1981-02-14",
    city: "Köln",
    groups: [{ name: "Turnen", from: null, leader: false }],
  });
  const history = await app.call(
    changelogContract.searchChanges,
    { query: { importRunId: run.id, size: 50 } },
    admin,
  );
  expect(history.body.content.map(({ way, actor }) => [way, actor.kind])).toEqual(
    Array.from({ length: 3 }, () => ["IMPORT", "IMPORT"]),
  );

  const again = await preview(id, first);
  expect(again.counts).toEqual({ ...none, same: 2, faulty: 1 });

  const second = await preview(
    id,
    file(
      "501;Müller;Eva;14.02.1981;;+49 171 3920001;Aachen;Turnen",
      "504;Neu;Nina;01.05.2001;;;Kiel;",
    ),
  );
  expect(second.counts).toEqual({ ...none, new: 1, changed: 1, missing: 1 });
  const [changed] = await rows(second.id, "CHANGED");
  expect(changed?.fields).toEqual([
    { field: "city", label: "Ort", oldValue: "Köln", newValue: "Aachen", masked: false },
  ]);
  expect((await rows(second.id, "MISSING"))[0]?.user).toMatchObject({ memberNumber: "502" });
  await apply(second.id);
  expect(
    (await members()).map(({ memberNumber, city, email }) => [memberNumber, city, email]),
  ).toEqual([
    ["501", "Aachen", "eva@example.org"],
    ["502", "Bonn", null],
    ["504", "Kiel", null],
  ]);

  const undone = await revert(second.id);
  expect(undone).toMatchObject({ state: "REVERTED", reverted: { reverted: 2, sparedCount: 0 } });
  expect((await members()).map(({ memberNumber, city }) => [memberNumber, city])).toEqual([
    ["501", "Köln"],
    ["502", "Bonn"],
  ]);
  // Whoever the file brings joins the groups for new members; who was there before does not.
  const all = { name: "Alle Mitglieder", forNewMembers: true };
  expect((await app.call(groupsContract.createGroup, { body: all }, admin)).status).toBe(201);
  const groupsOf = async () =>
    (await members()).map(({ memberNumber, groups }) => [
      memberNumber,
      groups?.filter(({ name }) => name === all.name).length,
    ]);
  const newcomer = await preview(id, file("505;Jung;Jana;01.05.2002;;;Kiel;"));
  expect((await apply(newcomer.id)).applied).toMatchObject({ created: 1, memberships: 1 });
  expect(await groupsOf()).toEqual([
    ["501", 0],
    ["502", 0],
    ["505", 1],
  ]);
  await revert(newcomer.id);
  expect(await groupsOf()).toEqual([
    ["501", 0],
    ["502", 0],
  ]);
  // What was taken back comes as new again, out of the trash.
  const once = await preview(id, file("504;Neu;Nina;01.05.2001;;;Kiel;"));
  expect(once.counts).toMatchObject({ new: 1, missing: 2 });
  await apply(once.id);
  expect((await members()).map(({ memberNumber }) => memberNumber)).toEqual(["501", "502", "504"]);
});
