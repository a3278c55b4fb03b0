import { json } from "#platform/server/database/column-types.ts";
import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { Database } from "#platform/server/database/database.ts";
import { job, type TenantRun } from "#platform/server/jobs/job.ts";
import type { Services } from "#platform/server/services.ts";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { MAX_IMPORT_ROWS } from "../../../import-contract.ts";
import type { MappingEntry } from "../../../mapping-contract.ts";
import type { TransferField } from "../../../member-fields.ts";
import { clubFields } from "../../mapping/mappings.ts";
import { selectMapping } from "../../mapping/queries.ts";
import { missingColumns } from "../../mapping/row-mapper.ts";
import { selectToday } from "#modules/members/server/public.ts";
import { openTable, type OpenTable } from "../../reading/open-table.ts";
import { importActor } from "../apply/import-actor.ts";
import { Overtaken, makePreview } from "../compare/compare-job.ts";
import { fetchSource, type FetchServices } from "../sources/fetch-source.ts";
import { rowReader } from "../rows/row-reader.ts";
import type { ReadRow } from "../rows/row-record.ts";
import {
  deleteRows,
  insertReadRows,
  saveDecisions,
  selectDecisions,
} from "../rows/staged-row-queries.ts";
import { saveProgress, selectRun } from "./run-queries.ts";
import type { RunRecord } from "./run-record.ts";
import { selectSource } from "../sources/source-queries.ts";
import { reporting } from "./reporting.ts";
import { applyWhenWanted } from "./apply-automatically.ts";
import { nothingSaid } from "./nothing-said.ts";
import { suggestedEntries } from "../sources/suggested-entries.ts";

const BATCH = 1_000;

/**
 * Reads a run's file into rows and compares them. Begun anew after a crash; given up when the
 * settings changed meanwhile.
 */
export const readImport = job({
  id: "transfer:read-import",
  formerly: ["imports:read"],
  payload: z.strictObject({ runId: z.uuid(), reading: z.int() }),
  maxAttempts: 3,
  handler:
    (services) =>
    async ({ runId, reading }, work) => {
      const { database, tenantId } = work;
      const run = await database.read(tenantId, (tx) => selectRun(tx, runId));
      if (run?.state !== "PARSING" || run.reading !== reading) return;
      await reporting(run, work, async () => {
        const key = run.blob_key ?? (await fetchedKey(services, run, work));
        await readRows(services, { ...run, blob_key: key }, work);
        await preview(services, database, tenantId, runId);
      });
    },
});

async function preview(
  services: Services,
  database: Database,
  tenantId: string,
  runId: string,
): Promise<void> {
  const read = await database.read(tenantId, (tx) => selectRun(tx, runId));
  if (read === undefined) return;
  await makePreview(services, database, tenantId, read);
  if (read.scheduled) await applyWhenWanted(services, database, tenantId, runId);
}

async function fetchedKey(
  services: FetchServices,
  run: RunRecord,
  { database, tenantId, signal }: TenantRun,
): Promise<string> {
  const source =
    run.source_id === null
      ? undefined
      : await database.read(tenantId, (tx) => selectSource(tx, run.source_id ?? ""));
  if (source === undefined)
    throw new AppError("UNPROCESSABLE", {
      detail: "Die Quelle dieses Imports gibt es nicht mehr.",
    });
  const { blob, name } = await fetchSource(services, source, { signal });
  await database.write(
    tenantId,
    importActor({ id: run.actor_id, name: run.actor_name }),
    async (tx) => {
      await claimBlob(tx, blob);
      const current = await saveProgress(tx, run.id, run.reading, {
        stage: "READING",
        blob_key: blob.key,
        file_name: name,
        file_size: blob.size,
      });
      if (!current) throw new Overtaken();
    },
  );
  return blob.key;
}

async function readRows(
  { blobs }: Pick<Services, "blobs">,
  run: RunRecord,
  { database, tenantId }: TenantRun,
): Promise<void> {
  const actor = importActor({ id: run.actor_id, name: run.actor_name });
  const table = await openTable(await blobs.get(run.blob_key ?? ""), run.rules.options);
  try {
    const { fields, entries, decisions, today } = await database.read(tenantId, async (tx) => {
      const known = await clubFields(tx, false);
      const saved = (id: number) => selectMapping(tx, id);
      return {
        fields: known,
        entries: await entriesOf(run, table, known, saved),
        decisions: await selectDecisions(tx, run.id),
        today: await selectToday(tx),
      };
    });
    const save = (
      values: Parameters<typeof saveProgress>[3],
      rows: readonly ReadRow[],
      first: boolean,
    ) =>
      database.write(tenantId, actor, async (tx) => {
        if (!(await saveProgress(tx, run.id, run.reading, values))) throw new Overtaken();
        if (first) await deleteRows(tx, run.id);
        if (rows.length > 0) await insertReadRows(tx, run.id, rows);
      });
    const head = { entries: json(entries), columns: json(table.columns) };
    await save(
      {
        ...head,
        detected: json(detectedOf(table)),
        stage: "READING",
        progress_done: 0,
        progress_total: 0,
      },
      [],
      true,
    );
    const nothing = nothingSaid();
    const read = rowReader(table, entries, fields, {
      rules: run.rules,
      today,
      onNothing: nothing.count,
    });
    let batch: ReadRow[] = [];
    let count = 0;
    for await (const row of table.rows) {
      if (++count > MAX_IMPORT_ROWS) throw new UnreadableTable(tooLong());
      batch.push(read(row, count));
      if (batch.length < BATCH) continue;
      await save({ progress_done: count }, batch, false);
      batch = [];
    }
    table.warnings.push(...nothing.sentences());
    if (count === 0) throw new UnreadableTable("In der Datei sind keine Zeilen mit Mitgliedern.");
    await save(
      { progress_done: count, progress_total: count, detected: json(detectedOf(table)) },
      batch,
      false,
    );
    if (decisions.length > 0)
      await database.write(tenantId, actor, (tx) => saveDecisions(tx, run.id, decisions));
  } finally {
    await table.close();
  }
}

async function entriesOf(
  run: RunRecord,
  table: OpenTable,
  fields: readonly TransferField[],
  saved: (id: number) => Promise<{ entries: MappingEntry[] } | undefined>,
): Promise<MappingEntry[]> {
  const mapping =
    run.own_entries === null && run.mapping_config_id !== null
      ? await saved(run.mapping_config_id)
      : undefined;
  const entries = run.own_entries ?? mapping?.entries ?? suggestedEntries(table, fields);
  if (entries.length === 0)
    throw new UnreadableTable(
      "Keine Spalte der Datei passt zu einem Feld der Mitglieder. Bitte ordnen Sie die Spalten selbst zu.",
    );
  const missing = missingColumns(table.columns, entries);
  if (
    missing.length > 0 &&
    missing.length === entries.filter(({ sourceField }) => sourceField !== "").length
  )
    throw new UnreadableTable(
      "Keine der Spalten, die zugeordnet sind, steht in der Datei. Ist es die richtige Datei?",
    );
  if (missing.length > 0)
    table.warnings.push(
      `Diese zugeordneten Spalten stehen nicht in der Datei: ${missing.map((name) => `„${name}“`).join(", ")}.`,
    );
  return entries;
}

function detectedOf({ detected, warnings }: OpenTable) {
  return { ...detected, warnings };
}

function tooLong(): string {
  return `Die Datei hat mehr als ${MAX_IMPORT_ROWS.toLocaleString("de")} Zeilen. Bitte teilen Sie sie auf.`;
}
