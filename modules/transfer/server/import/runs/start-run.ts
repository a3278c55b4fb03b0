import { json } from "#platform/server/database/column-types.ts";
import { v7 as uuidv7 } from "uuid";
import { claimBlob, releaseBlob } from "#platform/server/blobs/blob-queries.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import type { RunSettings } from "../../../import-contract.ts";
import { checkEntries, clubFields, requireImportMapping } from "../../mapping/mappings.ts";
import { deleteRunRow, insertRun, updateRun } from "./run-queries.ts";
import { type SourceRecord, updateSourceRules } from "../sources/source-queries.ts";
import { lockedRun, wrongState } from "./existing-run.ts";
import { readImport } from "./read-run.ts";
import type { ImportRules } from "../stored-values.ts";

interface Starter {
  actor: { id: string | null; name: string };
  scheduled?: boolean;
}

/**
 * Begins a run of a source with a stored file, or (null) with what its address answers. The work is
 * done by a job.
 */
export async function startRun(
  tx: WriteTx,
  source: SourceRecord,
  file: { blob: StoredBlob; name: string | null } | null,
  { actor, scheduled = false }: Starter,
): Promise<string> {
  if (file !== null) await claimBlob(tx, file.blob);
  const id = uuidv7();
  await insertRun(tx, {
    id,
    source_id: source.id,
    source_name: source.name,
    state: "PARSING",
    stage: file === null ? "FETCHING" : "READING",
    rules: json(source.rules),
    mapping_config_id: source.mapping_config_id,
    own_entries: null,
    entries: null,
    columns: null,
    detected: null,
    scheduled,
    actor_id: actor.id,
    actor_name: actor.name,
    file_name: file?.name ?? null,
    file_size: file?.blob.size ?? null,
    blob_key: file?.blob.key ?? null,
  });
  await addReading(tx, id, 1);
  return id;
}

async function addReading(tx: WriteTx, runId: string, reading: number): Promise<void> {
  await addJob(tx, readImport, { runId, reading }, { key: `${runId}:${reading}` });
}

/** Reads and compares a run again, with other settings. */
export async function changeSettings(
  tx: WriteTx,
  id: string,
  { remember, entries, mappingConfigId, ...changes }: RunSettings,
): Promise<void> {
  const run = await lockedRun(tx, id);
  if (run.state === "APPLYING" || run.state === "APPLIED" || run.state === "REVERTED")
    throw wrongState("Dieser Import ist schon übernommen.");
  if (run.blob_key === null) throw wrongState("Die Datei dieses Imports ist nicht mehr da.");
  if (mappingConfigId !== undefined && mappingConfigId !== null)
    await requireImportMapping(tx, mappingConfigId);
  if (entries !== undefined && entries !== null)
    checkEntries(entries, false, await clubFields(tx, false));
  const rules = withChanges(run.rules, changes);
  const mapping = mappingConfigId === undefined ? run.mapping_config_id : mappingConfigId;
  // A saved mapping that is chosen replaces the run's own.
  const own =
    entries !== undefined ? entries : mappingConfigId === undefined ? run.own_entries : null;
  await updateRun(tx, id, [run.state], {
    state: "PARSING",
    stage: "READING",
    reading: run.reading + 1,
    progress_done: 0,
    rules: json(rules),
    mapping_config_id: mapping,
    own_entries: own === null ? null : json(own),
    error: null,
    finished_at: null,
  });
  if (remember && run.source_id !== null)
    await updateSourceRules(tx, run.source_id, rules, mapping);
  await addReading(tx, id, run.reading + 1);
}

function withChanges(
  rules: ImportRules,
  changes: Omit<RunSettings, "remember" | "entries" | "mappingConfigId">,
): ImportRules {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  const result = { ...rules, ...given } as ImportRules;
  return { ...result, clearWord: result.clearWord === "" ? null : result.clearWord };
}

/** Throws a run away that wrote nothing. */
export async function deleteRun(tx: WriteTx, id: string): Promise<void> {
  const run = await lockedRun(tx, id);
  if (run.state === "APPLYING" || run.state === "APPLIED" || run.state === "REVERTED")
    throw wrongState(
      "Ein übernommener Import bleibt als Nachweis stehen. Er kann zurückgenommen, aber nicht gelöscht werden.",
    );
  await deleteRunRow(tx, id);
  if (run.blob_key !== null) await releaseBlob(tx, run.blob_key);
}
