import { z } from "zod";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import { PackedIds } from "#modules/members/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { StoredBlob } from "#platform/server/blobs/blobs.ts";
import { fits, isQuotaReached, quotaReached } from "#platform/server/blobs/quota.ts";
import { selectRoom } from "#platform/server/blobs/quota-queries.ts";
import type { Actor, ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { job as jobOf, type TenantRun } from "#platform/server/jobs/job.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { type Delivery, deliverInside, type Parcel } from "./deliver.ts";
import { allRows, changedRows, type ChangeCounts, type ExportedRow } from "../exported-rows.ts";
import { fileNameOf } from "./file-name.ts";
import { type ExportPlan, planExport, planMembers } from "../plan.ts";
import { putFile } from "./put-file.ts";
import { readerOf } from "../reader.ts";
import { keepFile, selectRun, updateOpenRun } from "./run-queries.ts";
import type { RunRecord } from "./run-record.ts";
import { SECRET_PURPOSE } from "../targets/secret-purpose.ts";
import {
  lockTarget,
  selectTarget,
  setBaseline,
  type TargetRecord,
} from "../targets/target-queries.ts";
import { writeFile } from "./write-file.ts";

const PROGRESS_MS = 700;
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
const ERROR_UNKNOWN =
  "Der Export ist an einem Fehler gescheitert. Bitte versuchen Sie es noch einmal.";

/** A run with all that its work needs. */
interface Prepared {
  run: RunRecord;
  target: TargetRecord;
  reader: Principal;
  plan: ExportPlan;
  ids: PackedIds;
  fileName: string;
  club: { clubName: string; accentColor: string };
}

/** The file is there; what remains is to put it where it belongs. */
interface Finished extends Prepared {
  blob: StoredBlob;
  count: number;
  changes: ChangeCounts | null;
  members: PackedIds;
  warnings: string[];
}

type Needs = Pick<Services, "blobs" | "environment" | "secrets">;

/**
 * Writes the file of a run, keeps it and delivers it. A second time after a crash it has the same
 * one effect.
 */
export const runExport = jobOf({
  id: "transfer:run-export",
  payload: z.strictObject({ runId: z.uuid() }),
  maxAttempts: 5,
  handler: (services) => (payload, job) => exportRun(services, payload.runId, job),
});

async function exportRun(services: Needs, runId: string, job: TenantRun): Promise<void> {
  const run = await job.database.read(job.tenantId, (tx) => selectRun(tx, runId));
  if (run === undefined || run.state === "DONE" || run.state === "FAILED") return;
  try {
    const prepared = await job.database.read(job.tenantId, (tx) => prepare(tx, run, services));
    await begin(prepared, job);
    await finish(await produce(prepared, services, job), services, job);
  } catch (error) {
    if (job.signal.aborted) throw error;
    if (mayPass(error) && job.attempt < job.maxAttempts) {
      await noteTry(run, error, job);
      throw error;
    }
    job.log.warn({ err: error, runId }, "export failed");
    await job.database.write(job.tenantId, actorOf(run), (tx) =>
      updateOpenRun(tx, runId, {
        state: "FAILED",
        error: sentence(error),
        finished_at: new Date(),
      }),
    );
  }
}

/** Who looks meanwhile reads why it takes so long. The trouble may be the database's own. */
async function noteTry(
  run: RunRecord,
  error: unknown,
  { database, tenantId, attempt, maxAttempts }: TenantRun,
): Promise<void> {
  const note = `Versuch ${attempt} von ${maxAttempts}: ${sentence(error)} Der Export versucht es von selbst noch einmal.`;
  await database
    .write(tenantId, actorOf(run), (tx) => updateOpenRun(tx, run.id, { error: note }))
    .catch(() => {});
}

function actorOf(run: RunRecord): Actor {
  return run.actor_id === null
    ? { userId: null, name: run.actor_name, kind: "SYSTEM", way: "SYSTEM" }
    : {
        userId: run.actor_id,
        name: run.actor_name,
        kind: "USER",
        way: run.scheduled ? "SYSTEM" : "UI",
      };
}

/** Troubles of the database, the store or the other side that may be over at the next try. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof AppError)) return true;
  // The limits of a share and of the club do not give way by themselves.
  if (error.code === "QUOTA_EXCEEDED" || isQuotaReached(error)) return false;
  return error.status >= 500 || error.code === "OUTBOUND_FAILED";
}

function sentence(error: unknown): string {
  if (!(error instanceof AppError)) return ERROR_UNKNOWN;
  return error.errors[0]?.message ?? error.detail;
}

function impossible(detail: string): AppError {
  return new AppError("UNPROCESSABLE", { detail });
}

async function prepare(tx: ReadTx, run: RunRecord, { environment }: Needs): Promise<Prepared> {
  const target = run.target_id === null ? undefined : await selectTarget(tx, run.target_id);
  if (target === undefined) throw impossible("Das Exportziel wurde inzwischen gelöscht.");
  // Rights are those of today, whatever they were when the target was set up or the run was queued.
  const responsible = run.scheduled ? target.owner_id : run.actor_id;
  const reader = responsible === null ? undefined : await readerOf(tx, responsible);
  if (reader === undefined) {
    const who = run.scheduled ? target.owner_name : run.actor_name;
    throw impossible(
      `${who} darf keine Exporte mehr ausführen. Wer sie übernehmen will, speichert das Exportziel unter eigenem Namen neu.`,
    );
  }
  const plan = await planExport(tx, choiceOf(target), reader);
  if (plan.protectedFields && !target.allows_protected) {
    throw impossible(
      "Die Spalten enthalten jetzt Bankdaten oder Notizen. Bitte öffnen Sie das Exportziel, prüfen Sie, wohin die Datei geht, und speichern Sie es neu.",
    );
  }
  const { clubName, accentColor, timeZone } = await tenantBranding(tx, environment.publicUrl);
  const ids = await planMembers(tx, plan, target.format);
  const fileName = fileNameOf({
    pattern: target.file_name,
    format: target.format,
    targetName: target.name,
    clubName,
    timeZone,
    at: run.started_at,
  });
  return { run, target, reader, plan, ids, fileName, club: { clubName, accentColor } };
}

export function choiceOf(target: TargetRecord) {
  return {
    format: target.format,
    options: target.options,
    mappingConfigId: target.mapping_config_id,
    filter: target.filter,
    viewId: target.view_id,
    sort: target.sort,
    dir: target.dir,
    asOf: target.as_of,
  };
}

async function begin(
  { run, plan, ids }: Prepared,
  { database, tenantId }: TenantRun,
): Promise<void> {
  await database.write(tenantId, actorOf(run), (tx) =>
    updateOpenRun(tx, run.id, {
      state: "RUNNING",
      done: 0,
      total: ids.length,
      as_of: plan.day,
      protected_fields: plan.protectedFields,
    }),
  );
}

async function produce(prepared: Prepared, { blobs }: Needs, job: TenantRun): Promise<Finished> {
  const { run, target, plan, ids } = prepared;
  const source = {
    database: job.database,
    tenantId: job.tenantId,
    plan,
    signal: job.signal,
  };
  const changes = target.only_changes ? { new: 0, changed: 0, gone: 0 } : null;
  const rows =
    changes === null
      ? allRows(source, ids)
      : changedRows(source, ids, {
          runId: run.id,
          baselineId: target.baseline_run_id,
          counts: changes,
        });
  const members = new PackedIds();
  const file = writeFile(
    {
      format: target.format,
      options: target.options,
      columns: plan.columns,
      groupPath: plan.groupPath,
      marked: changes !== null,
      paper: { ...prepared.club, title: target.name, day: plan.day },
      signal: job.signal,
    },
    watched(rows, prepared, job, members),
  );
  const blob = await blobs.put(file.content, { maxBytes: MAX_FILE_BYTES });
  return {
    ...prepared,
    blob,
    changes,
    count: members.length,
    members,
    warnings: [...run.warnings, ...file.warnings()],
  };
}

/** Passes the rows on, notes whose they are and tells how far it is. */
async function* watched(
  rows: AsyncIterable<ExportedRow[]>,
  { run }: Prepared,
  { database, tenantId }: TenantRun,
  members: PackedIds,
): AsyncGenerator<ExportedRow[]> {
  let told = Date.now();
  for await (const portion of rows) {
    for (const { member } of portion) members.add(member.id);
    yield portion;
    if (Date.now() - told < PROGRESS_MS) continue;
    told = Date.now();
    await database.write(tenantId, actorOf(run), (tx) =>
      updateOpenRun(tx, run.id, { done: members.length }),
    );
  }
}

/** Said when a try to send the file outside had no end: it may have arrived or not. */
const SENT_BEFORE =
  "Ein früherer Versuch, die Datei zu übertragen, ist nicht zu Ende gekommen. Sie kann deshalb zweimal angekommen sein.";

async function finish(finished: Finished, services: Needs, job: TenantRun): Promise<void> {
  const { run, target } = finished;
  const { database, tenantId } = job;
  // Before anything goes out that could not be kept here.
  if (!fits(await database.read(tenantId, selectRoom), finished.blob.size)) throw quotaReached();
  try {
    const outside = await deliverOutside(finished, services, job);
    await database.bulk(tenantId, actorOf(run), async (tx) => {
      await keep(tx, finished);
      const { deliveredTo, warnings } = outside ?? (await deliverHere(tx, finished, services));
      await end(tx, finished, {
        state: "DONE",
        error: null,
        delivered_to: deliveredTo,
        warnings: [...finished.warnings, ...warnings],
      });
      if (finished.changes !== null) await setBaseline(tx, target.id, run.id);
    });
  } catch (error) {
    if (mayPass(error) && job.attempt < job.maxAttempts) throw error;
    // The file is kept all the same, beside the reason.
    await database.bulk(tenantId, actorOf(run), async (tx) => {
      await keep(tx, finished);
      await end(tx, finished, {
        state: "FAILED",
        error: sentence(error),
        warnings: finished.warnings,
      });
    });
  }
}

async function keep(
  tx: WriteTx,
  { run, target, blob, fileName, members }: Finished,
): Promise<void> {
  const now = await lockTarget(tx, target.id);
  if (now !== undefined && now.baseline_run_id !== target.baseline_run_id)
    throw new Error("another run of the target ended in between");
  await claimBlob(tx, blob);
  await keepFile(tx, run.id, { name: fileName, blob, days: target.keep_days, members });
}

async function end(
  tx: WriteTx,
  { run, ids, count, changes }: Finished,
  values: Parameters<typeof updateOpenRun>[2],
): Promise<void> {
  await updateOpenRun(tx, run.id, {
    ...values,
    done: ids.length,
    count,
    new_count: changes?.new ?? null,
    changed_count: changes?.changed ?? null,
    gone_count: changes?.gone ?? null,
    finished_at: new Date(),
  });
}

function parcelOf({ run, target, reader, fileName, blob, count }: Finished): Parcel {
  return {
    runId: run.id,
    targetId: target.id,
    targetName: target.name,
    format: target.format,
    fileName,
    blob,
    count,
    reader,
  };
}

const NOTHING_CHANGED: Delivery = {
  deliveredTo: null,
  warnings: ["Seit dem letzten Lauf hat sich nichts geändert. Es wurde nichts verschickt."],
};

function isNothing({ changes, count, target }: Finished): boolean {
  return changes !== null && count === 0 && target.destination.kind !== "DOWNLOAD";
}

/**
 * A server outside can't join our transaction: it comes first, and gets the same file again if ours
 * fails.
 */
async function deliverOutside(
  finished: Finished,
  { blobs, secrets }: Needs,
  { database, tenantId, signal }: TenantRun,
): Promise<Delivery | null> {
  const { run, target } = finished;
  const { destination, secret } = target;
  if (destination.kind !== "HTTP_PUT" || isNothing(finished)) return null;
  const password = secret === null ? null : secrets.decrypt(SECRET_PURPOSE, secret);
  // Noted before it is sent: after a crash the run says that it may have been sent.
  await database.write(tenantId, actorOf(run), (tx) =>
    updateOpenRun(tx, run.id, { warnings: [SENT_BEFORE] }),
  );
  return putFile(blobs, parcelOf(finished), {
    url: destination.url,
    username: destination.username,
    password,
    signal,
  });
}

async function deliverHere(
  tx: WriteTx,
  finished: Finished,
  { blobs, environment }: Needs,
): Promise<Delivery> {
  const { destination } = finished.target;
  if (isNothing(finished) || destination.kind === "HTTP_PUT") return NOTHING_CHANGED;
  return deliverInside(tx, destination, parcelOf(finished), {
    blobs,
    originOf: environment.publicUrl,
  });
}
