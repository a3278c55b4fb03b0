import { expect } from "vitest";
import { changelogContract } from "#modules/changelog/contract.ts";
import { exportContract } from "#modules/transfer/export-contract.ts";
import { importContract as api, type ImportRun } from "#modules/transfer/import-contract.ts";
import { mappingContract } from "#modules/transfer/mapping-contract.ts";
import { attempt, type Club, type Kind, kind, reading } from "../testing.ts";

export async function transferKinds(club: Club): Promise<Kind[]> {
  return [
    await mappingKind(club),
    await sourceKind(club),
    await importRunKind(club),
    ...(await exportKinds(club)),
  ];
}

async function mappingKind({ app, admin }: Club): Promise<Kind> {
  const create = async (name: string, isExport: boolean) => {
    const body = { name, isExport, entries: [] };
    return (await app.call(mappingContract.createMappingConfig, { body }, admin)).body;
  };
  const made = [await create("of imports", false), await create("of exports", true)];
  return kind("mappings", {
    schemas: [mappingContract.getMappingConfig.answer],
    records: made.map((mapping) => ({ ...mapping, number: mapping.id, id: String(mapping.id) })),
    readings: [
      reading(mappingContract.searchMappingConfigs, { query: { isExport: "false" } }),
      reading(mappingContract.searchMappingConfigs, { query: { isExport: "true" } }),
      ...made.map(({ id }) => reading(mappingContract.getMappingConfig, { params: { id } })),
    ],
    tries: ({ number: id, name, version }) => ({
      EDIT: [
        attempt(mappingContract.updateMappingConfig, {
          params: { id },
          body: { name, entries: [], version },
        }),
      ],
      DELETE: [attempt(mappingContract.deleteMappingConfig, { params: { id } })],
    }),
  });
}

const FILE = Buffer.from("Nachname;Vorname;Geburtstag\nNeu;Nina;01.02.1990\n;Ohne;01.01.1990\n");

/** One with a name, and the one that dropped files belong to. */
async function sourceKind({ app, admin }: Club): Promise<Kind> {
  await app.call(api.createImportSource, { body: { name: "Liste" } }, admin);
  await app.call(api.startImport, { body: FILE }, admin);
  await app.runJobs();
  const { body } = await app.call(api.searchImportSources, {}, admin);
  return kind("import sources", {
    schemas: [api.getImportSource.answer],
    records: body.content,
    readings: [
      reading(api.searchImportSources, {}),
      ...body.content.map(({ id }) => reading(api.getImportSource, { params: { id } })),
    ],
    tries: ({ id, name, version }) => ({
      EDIT: [attempt(api.updateImportSource, { params: { id }, body: { name, version } })],
      RUN: [attempt(api.runImportSource, { params: { id }, body: FILE })],
      DELETE: [attempt(api.deleteImportSource, { params: { id } })],
    }),
  });
}

/** A run in each of its states. */
async function importRunKind(club: Club): Promise<Kind> {
  const { app, admin } = club;
  const { body: source } = await app.call(
    api.createImportSource,
    { body: { name: "Läufe" } },
    admin,
  );
  const params = { id: source.id };
  const records: (ImportRun & { name: string })[] = [];
  const run = async (name: string, file: Buffer, ...steps: Step[]) => {
    const { body } = await app.call(api.runImportSource, { params, body: file }, admin);
    await app.runJobs();
    for (const step of steps) {
      await app.call(api[step], { params: { id: body.id } }, admin);
      await app.runJobs();
    }
    const read = await app.call(api.getImportRun, { params: { id: body.id } }, admin);
    records.push({ ...read.body, name });
  };
  await run("failed", Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]));
  await run("taken back", FILE, "applyImport", "revertImport");
  await run("applied", FILE, "applyImport");
  await run("previewed", FILE);
  const clean = Buffer.from("Nachname;Vorname\nAlt;Alma\n");
  await run("previewed without faults", clean);
  expect(records.map(({ state }) => state)).toEqual([
    "FAILED",
    "REVERTED",
    "APPLIED",
    "PREVIEW",
    "PREVIEW",
  ]);
  return kind("import runs", {
    schemas: [api.getImportRun.answer],
    records,
    readings: [
      reading(api.searchImportRuns, {}),
      reading(api.searchImportSources, {}),
      reading(api.getImportSource, { params }),
      ...records.map(({ id }) => reading(api.getImportRun, { params: { id } })),
    ],
    tries: ({ id, state }) => ({
      APPLY: [attempt(api.applyImport, { params: { id } })],
      REVERT: [attempt(api.revertImport, { params: { id } })],
      EDIT: [
        attempt(api.changeImportSettings, { params: { id }, body: { onNew: "SKIP" } }),
        ...(state === "PREVIEW"
          ? [
              attempt(api.decideImportRows, {
                params: { id },
                body: { decisions: [{ number: 1, action: "SKIP" }] },
              }),
            ]
          : []),
      ],
      FAULTY_ROWS: [attempt(api.getFaultyRows, { params: { id } })],
      SEE_HISTORY: [attempt(changelogContract.searchChanges, { query: { importRunId: id } })],
      DELETE: [attempt(api.deleteImportRun, { params: { id } })],
    }),
  });
}

type Step = "applyImport" | "revertImport";

/** Targets with and without bank data in their files, and a run of each. */
async function exportKinds({ app, admin }: Club): Promise<Kind[]> {
  const make = async (name: string, protectedFields: boolean) => {
    const body = { name, format: "CSV" as const, options: { protectedFields } };
    const { body: target } = await app.call(exportContract.createExportTarget, { body }, admin);
    const { body: run } = await app.call(
      exportContract.runExportTarget,
      { params: { id: target.id } },
      admin,
    );
    await app.runJobs();
    return { target, run: { ...run, name } };
  };
  const made = [await make("without bank data", false), await make("with bank data", true)];
  const runs = made.map(({ run }) => run);
  const targets = made.map(({ target }) => target);
  return [
    kind("export targets", {
      schemas: [exportContract.getExportTarget.answer],
      records: targets,
      readings: [
        reading(exportContract.searchExportTargets, {}),
        ...targets.map(({ id }) => reading(exportContract.getExportTarget, { params: { id } })),
      ],
      tries: ({ id, name, options, version }) => ({
        EDIT: [
          attempt(exportContract.updateExportTarget, {
            params: { id },
            body: { name, format: "CSV", options, version },
          }),
        ],
        DELETE: [attempt(exportContract.deleteExportTarget, { params: { id } })],
        RUN: [attempt(exportContract.runExportTarget, { params: { id } })],
      }),
    }),
    kind("export runs", {
      schemas: [exportContract.getExportRun.answer],
      records: runs,
      readings: [
        reading(exportContract.searchExportRuns, {}),
        reading(exportContract.searchExportTargets, {}),
        ...targets.map(({ id }) => reading(exportContract.getExportTarget, { params: { id } })),
        ...runs.map(({ id }) => reading(exportContract.getExportRun, { params: { id } })),
      ],
      tries: ({ id }) => ({
        DOWNLOAD: [attempt(exportContract.getExportFile, { params: { id } })],
      }),
    }),
  ];
}
