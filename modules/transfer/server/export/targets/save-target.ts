import { json } from "#platform/server/database/column-types.ts";
import { v7 as uuidv7 } from "uuid";
import { writableShareName } from "#modules/files/server/public.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import {
  requirePermission,
  type Principal,
  type TenantRow,
} from "#platform/server/http/principal.ts";
import { nextTime, problemOfSchedule } from "#platform/server/jobs/schedule-times.ts";
import type { Secrets } from "#platform/server/secrets.ts";
import type { ExportDestinationInput, ExportTargetInput } from "../../../export-contract.ts";
import { fileNameOf, problemOfFileName } from "../runs/file-name.ts";
import { planExport } from "../plan.ts";
import { mayUseMappings } from "../presenters.ts";
import { scheduleExport } from "./scheduled-run.ts";
import { SECRET_PURPOSE } from "./secret-purpose.ts";
import type { StoredDestination } from "../stored-values.ts";
import {
  insertTarget,
  type TargetRecord,
  type TargetValues,
  updateTargetRow,
} from "./target-queries.ts";

const uniqueName = uniqueField(
  "export_target_name",
  "name",
  "Ein Exportziel mit diesem Namen gibt es schon.",
);

/** Purpose under which passwords of destinations are encrypted. */

interface Saving {
  tenant: TenantRow;
  /** Who saves it: from now on it runs with this person's rights. */
  owner: Principal;
  secrets: Secrets;
}

export async function createTarget(
  tx: WriteTx,
  input: ExportTargetInput,
  saving: Saving,
): Promise<string> {
  const id = uuidv7();
  const values = await checkedValues(tx, input, null, saving);
  await uniqueName(() => insertTarget(tx, id, values));
  await scheduleExport(tx, id, values.next_run_at ?? null);
  return id;
}

/** Replaces a target as a whole; false when `version` is stale. */
export async function changeTarget(
  tx: WriteTx,
  before: TargetRecord,
  version: number,
  input: ExportTargetInput,
  saving: Saving,
): Promise<boolean> {
  if (!mayUseMappings(before, saving.owner)) throw new AppError("FORBIDDEN");
  const values = await checkedValues(tx, input, before, saving);
  if (!(await uniqueName(() => updateTargetRow(tx, before.id, version, values)))) return false;
  await scheduleExport(tx, before.id, values.next_run_at ?? null);
  return true;
}

/** Everything that a run would stumble over is refused now, at its field. */
async function checkedValues(
  tx: ReadTx,
  input: ExportTargetInput,
  before: TargetRecord | null,
  { tenant, owner, secrets }: Saving,
): Promise<TargetValues> {
  requirePermission(owner, "QUERY_USER");
  const now = new Date();
  const plan = await planExport(tx, input, owner);
  const name = fileNameOf({
    pattern: input.fileName,
    format: input.format,
    targetName: input.name,
    clubName: tenant.displayName,
    timeZone: tenant.timeZone,
    at: now,
  });
  const nameProblem = problemOfFileName(name);
  if (nameProblem !== undefined) throw fieldProblem("fileName", nameProblem);
  const { schedule } = input;
  const scheduleProblem =
    schedule === null ? undefined : problemOfSchedule(schedule, tenant.timeZone, now);
  if (scheduleProblem !== undefined) throw fieldProblem("schedule", scheduleProblem);
  if (input.onlyChanges && input.format === "PDF")
    throw fieldProblem(
      "onlyChanges",
      "In einer PDF-Liste lassen sich Änderungen nicht kennzeichnen.",
    );
  if (input.destination.kind === "FILE_SHARE")
    await writableShareName(tx, owner, input.destination.shareId);
  const nextRunAt = schedule === null ? null : nextTime(schedule, tenant.timeZone, now);
  const { destination, secret } = storedDestination(input.destination, before, secrets);
  return {
    name: input.name,
    format: input.format,
    options: json(input.options),
    mapping_config_id: input.mappingConfigId,
    filter: json(input.filter),
    view_id: input.viewId,
    sort: input.sort,
    dir: input.dir,
    as_of: input.asOf,
    file_name: input.fileName,
    destination: json(destination),
    secret,
    schedule,
    next_run_at: nextRunAt,
    only_changes: input.onlyChanges,
    keep_days: input.keepDays,
    owner_id: owner.userId,
    owner_name: owner.name,
    allows_protected: plan.protectedFields,
  };
}

/**
 * The destination without its password, and that encrypted. A password that was not sent again
 * stays only while the address stays on the same server and name: nobody may have another's
 * password sent to a server of their own.
 */
function storedDestination(
  input: ExportDestinationInput,
  before: TargetRecord | null,
  secrets: Secrets,
): { destination: StoredDestination; secret: string | null } {
  if (input.kind !== "HTTP_PUT") return { destination: input, secret: null };
  const { password, ...destination } = input;
  if (typeof password === "string" && password !== "")
    return { destination, secret: secrets.encrypt(SECRET_PURPOSE, password) };
  const known = before?.destination;
  const keeps =
    password === undefined &&
    known?.kind === "HTTP_PUT" &&
    before !== null &&
    before.secret !== null;
  if (!keeps) return { destination, secret: null };
  if (
    new URL(known.url).origin !== new URL(input.url).origin ||
    known.username !== input.username
  ) {
    throw fieldProblem(
      "destination.password",
      "Die Adresse oder der Name hat sich geändert. Bitte geben Sie das Passwort neu ein.",
      "REQUIRED",
    );
  }
  return { destination, secret: before.secret };
}
