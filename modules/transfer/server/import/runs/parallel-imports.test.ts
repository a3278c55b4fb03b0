import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "#apps/server/testing.ts";
import { usersContract } from "#modules/members/contract.ts";
import { importContract } from "../../../import-contract.ts";
import { clubForImports, type ImportClub } from "../testing.ts";

let club: ImportClub;
let second: TestApp;
beforeAll(async () => {
  club = await clubForImports();
  second = await testApp({ beside: club.app });
});
afterAll(async () => {
  await second?.close();
  await club?.app.close();
});

const SIZE = 40;
/** Names that sound like nobody else's. */
const nameOf = (number: number) =>
  `${"BDFGKLMNPR"[number % 10]}${"aeiou"[Math.floor(number / 10) % 5]}${"lmnrs"[number % 5]}a`;

test("the same file imported twice at once, by two server processes: nobody twice, and a sentence for the second", async () => {
  const { app, admin, source, getRun } = club;
  const id = await source({ unknownGroups: "CREATE" });
  for (let round = 1; round <= 4; round++) {
    const file = [
      "Vorname;Nachname;Geburtsdatum;Abteilung",
      ...Array.from(
        { length: SIZE },
        (_, row) => `${nameOf(row)};${nameOf(round)};01.02.19${50 + row};Riege ${round}`,
      ),
    ].join("\r\n");
    const start = async (through: TestApp) => {
      const run = await through.call(
        importContract.runImportSource,
        { params: { id }, body: Buffer.from(file), headers: { "x-file-name": "Liste.csv" } },
        admin,
      );
      expect(run.status).toBe(202);
      return run.body.id;
    };
    const both = await Promise.all([start(app), start(second)]);
    await Promise.all([app.runJobs(), second.runJobs()]);
    for (const run of both)
      expect(await getRun(run)).toMatchObject({ state: "PREVIEW", counts: { new: SIZE } });
    const answers = await Promise.all(
      [app, second].map((through, index) =>
        through.call(importContract.applyImport, { params: { id: both[index] ?? "" } }, admin),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    await Promise.all([app.runJobs(), second.runJobs()]);
    await app.runJobs();
    const ended = await Promise.all(both.map((run) => getRun(run)));
    const [applied, stale] = ended.toSorted((a, b) => (a.state < b.state ? -1 : 1));
    expect(applied).toMatchObject({
      state: "APPLIED",
      applied: { created: SIZE, memberships: SIZE, groups: 1 },
    });
    expect(stale).toMatchObject({
      state: "PREVIEW",
      counts: { new: 0, changed: 0, same: SIZE },
      applied: null,
    });
    expect(stale?.error).toBe(
      "Seit der Vorschau haben sich Mitglieder oder Gruppen geändert. Es wurde nichts übernommen; die Vorschau wird neu berechnet. Bitte prüfen Sie sie noch einmal.",
    );
    const all = (await app.call(usersContract.searchUsers, { query: { size: 1 } }, admin)).body
      .totalElements;
    expect([round, all]).toEqual([round, round * SIZE + 1]);
  }
});

test("one preview taken over by two people at once is taken over once", async () => {
  const { app, admin, source, preview, getRun } = club;
  const run = await preview(
    await source(),
    "Vorname;Nachname;Geburtsdatum\r\nEva;Einmal;01.02.1990\r\n",
  );
  const answers = await Promise.all(
    [app, second, app, second].map((through) =>
      through.call(importContract.applyImport, { params: { id: run.id } }, admin),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    202, 409, 409, 409,
  ]);
  await Promise.all([app.runJobs(), second.runJobs()]);
  expect(await getRun(run.id)).toMatchObject({ state: "APPLIED", applied: { created: 1 } });
});
