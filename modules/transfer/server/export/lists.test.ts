import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "#apps/server/testing.ts";
import { exportContract } from "../../export-contract.ts";
import { mappingContract } from "../../mapping-contract.ts";
import { anExportTarget, ranExport } from "./testing.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await testApp();
  admin = await app.user(await app.tenant("alpha"), { isAdmin: true });
});
afterAll(() => app?.close());

const targets = async (query: object) =>
  (await app.call(exportContract.searchExportTargets, { query }, admin)).body;
const runs = async (query: object, as = admin) =>
  (await app.call(exportContract.searchExportRuns, { query }, as)).body;

test("targets are found by part of the name and sorted by when they ran last", async () => {
  const [never, early, late] = [
    await anExportTarget(app, admin, { name: "Liste A nie" }),
    await anExportTarget(app, admin, { name: "Liste_B früh" }),
    await anExportTarget(app, admin, { name: "Liste C spät 100%" }),
  ];
  await ranExport(app, admin, early.id);
  const last = await ranExport(app, admin, late.id);
  const ids = async (query: object) => (await targets(query)).content.map(({ id }) => id);
  expect(await ids({ q: "LISTE" })).toEqual([never.id, late.id, early.id]);
  expect(await ids({ q: "e_b" })).toEqual([early.id]);
  expect(await ids({ q: "100%" })).toEqual([late.id]);
  // Those that never ran come last in both directions.
  expect(await ids({ q: "liste", sort: "lastRun" })).toEqual([early.id, late.id, never.id]);
  expect(await ids({ q: "liste", sort: "lastRun", dir: "DESC" })).toEqual([
    late.id,
    early.id,
    never.id,
  ]);
  expect((await targets({ q: "100%" })).content[0]?.lastRun?.id).toBe(last.id);
  const page = await targets({ q: "liste", size: 2, page: 1 });
  expect(page).toMatchObject({ totalElements: 3, content: [{ id: early.id }] });
});

test("runs are listed the latest first, of a target and of a state", async () => {
  const target = await anExportTarget(app, admin);
  const other = await anExportTarget(app, admin);
  const first = await ranExport(app, admin, target.id);
  const elsewhere = await ranExport(app, admin, other.id);
  const second = await ranExport(app, admin, target.id);
  const ids = async (query: object) => (await runs(query)).content.map(({ id }) => id);
  expect(await ids({ target: target.id })).toEqual([second.id, first.id]);
  expect(await ids({ target: target.id, dir: "ASC" })).toEqual([first.id, second.id]);
  expect((await ids({ size: 3 })).slice(0, 3)).toEqual([second.id, elsewhere.id, first.id]);
  expect(await ids({ target: target.id, state: "DONE", size: 1, page: 1 })).toEqual([first.id]);
  expect(await runs({ target: target.id, state: "FAILED" })).toMatchObject({
    content: [],
    totalElements: 0,
  });
});

test("targets and runs of another club are not there", async () => {
  const target = await anExportTarget(app, admin);
  const run = await ranExport(app, admin, target.id);
  const beta = await app.user(await app.tenant("beta"), { isAdmin: true });
  expect((await runs({}, beta)).totalElements).toBe(0);
  const [ofTarget, ofRun] = [{ params: { id: target.id } }, { params: { id: run.id } }];
  expect((await app.call(exportContract.getExportTarget, ofTarget, beta)).status).toBe(404);
  expect((await app.call(exportContract.runExportTarget, ofTarget, beta)).status).toBe(404);
  expect((await app.call(exportContract.deleteExportTarget, ofTarget, beta)).status).toBe(404);
  expect((await app.call(exportContract.getExportFile, ofRun, beta)).status).toBe(404);
});

test("mappings are found by part of the name, in both orders", async () => {
  const entries = [{ sourceField: "lastname", targetField: "Nachname" }];
  const made: number[] = [];
  for (const name of ["Zeta_Liste", "Ärzte", "Alpha 5%"]) {
    const body = { name, isExport: true, entries };
    const answer = await app.call(mappingContract.createMappingConfig, { body }, admin);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    made.push(answer.body.id);
  }
  const found = async (query: object) =>
    (
      await app.call(
        mappingContract.searchMappingConfigs,
        { query: { isExport: "true", ...query } },
        admin,
      )
    ).body.content.map(({ name }) => name);
  expect(await found({ sort: "name" })).toEqual(["Alpha 5%", "Ärzte", "Zeta_Liste"]);
  expect(await found({ sort: "id", dir: "DESC" })).toEqual(["Alpha 5%", "Ärzte", "Zeta_Liste"]);
  expect(await found({ sort: "id", size: 1, page: 1 })).toEqual(["Ärzte"]);
  expect(await found({ q: "5%" })).toEqual(["Alpha 5%"]);
  expect(await found({ q: "a_l" })).toEqual(["Zeta_Liste"]);
  expect(made).toEqual(made.toSorted((a, b) => a - b));
});
