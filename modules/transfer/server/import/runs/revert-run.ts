import { json } from "#platform/server/database/column-types.ts";
import { z } from "zod";
import {
  fieldLabels,
  type RevertedImport,
  revertImportRun,
} from "#modules/changelog/server/public.ts";
import { identityAdmin } from "#modules/identity/server/public.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { job } from "#platform/server/jobs/job.ts";
import type { ImportRun } from "../../../import-contract.ts";
import { requirePermission, rightsOf } from "../apply/import-actor.ts";
import { lockedRun, wrongState } from "./existing-run.ts";
import { lockApplying, selectRun, updateRun } from "./run-queries.ts";
import { forgetMembersOfRun } from "../sources/source-queries.ts";

type Spared = NonNullable<ImportRun["reverted"]>;
const MOST_NAMED = 500;

/** Takes a run back in one transaction; what was changed since stays and is named. */
export const revertImport = job({
  id: "transfer:revert-import",
  formerly: ["imports:revert"],
  payload: z.strictObject({ runId: z.uuid(), actorId: z.uuid(), actorName: z.string() }),
  maxAttempts: 5,
  handler(services) {
    const identity = identityAdmin(services);
    return async ({ runId, actorId, actorName }, { tenantId, database, attempt, maxAttempts }) => {
      const run = await database.read(tenantId, (tx) => selectRun(tx, runId));
      if (run?.state !== "APPLIED" || run.stage !== "REVERTING") return;
      const actor = { userId: actorId, name: actorName, kind: "USER", way: "REVERT" } as const;
      const giveUp = (error: string) =>
        database.write(tenantId, actor, (tx) =>
          updateRun(tx, runId, ["APPLIED"], { stage: null, error }),
        );
      const show = async (done: number, total: number) => {
        await database.write(tenantId, actor, (other) =>
          updateRun(other, runId, ["APPLIED"], { progress_done: done, progress_total: total }),
        );
      };
      try {
        await database.bulk(tenantId, actor, async (tx) => {
          await lockApplying(tx);
          const rights = await rightsOf(tx, actorId, services);
          requirePermission(rights, "MANAGE_USER");
          const result = await revertImportRun(tx, { actor: rights, identity }, runId, show);
          await forgetMembersOfRun(tx, runId);
          const reverted = json(await toSpared(tx, result));
          const still = await updateRun(tx, runId, ["APPLIED"], {
            state: "REVERTED",
            stage: null,
            reverted_at: new Date(),
            reverted,
          });
          if (!still)
            throw new Error("the run was taken by another process while it was being taken back");
        });
      } catch (error) {
        if (error instanceof AppError && error.status < 500)
          return void (await giveUp(error.detail));
        if (attempt >= maxAttempts)
          await giveUp(
            "Das Zurücknehmen ist an einem Fehler gescheitert. Es wurde nichts geändert.",
          );
        throw error;
      }
    };
  },
});

/** Hands a run that was applied over to the job that takes it back. */
export async function startReverting(
  tx: WriteTx,
  id: string,
  actor: { id: string; name: string },
): Promise<void> {
  const run = await lockedRun(tx, id);
  if (run.state !== "APPLIED" || run.stage !== null)
    throw wrongState("Nur ein übernommener Import kann zurückgenommen werden.");
  await updateRun(tx, id, ["APPLIED"], {
    stage: "REVERTING",
    progress_done: 0,
    progress_total: 0,
    error: null,
  });
  const payload = { runId: id, actorId: actor.id, actorName: actor.name };
  await addJob(tx, revertImport, payload, { key: id });
}

async function toSpared(tx: ReadTx, { reverted, conflicts }: RevertedImport): Promise<Spared> {
  const { label } = fieldLabels(await customFields(tx));
  return {
    reverted,
    sparedCount: conflicts.length,
    spared: conflicts
      .slice(0, MOST_NAMED)
      .map(({ recordType, recordId, recordName, fields, reason }) => ({
        recordType,
        recordId,
        recordName,
        fields: fields.map(({ field, expected, current }) => ({
          field,
          label: label(recordType, field),
          imported: textOf(expected),
          current: textOf(current),
          masked: false,
        })),
        reason,
      })),
  };
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "Ja" : "Nein";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
