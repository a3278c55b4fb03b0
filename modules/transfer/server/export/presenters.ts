import { canOf } from "#platform/server/http/can.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { ExportDestination, ExportRun, ExportTarget } from "../../export-contract.ts";
import type { RunRecord } from "./runs/run-record.ts";
import type { TargetRecord } from "./targets/target-queries.ts";

/**
 * The file of a run: for those who see members, and with bank data or notes in it for those who see
 * these.
 */
export function mayDownload(
  run: Pick<RunRecord, "blob_key" | "protected_fields">,
  reader: Principal,
): boolean {
  return (
    run.blob_key !== null &&
    holds(reader, "QUERY_USER") &&
    (!run.protected_fields || holds(reader, "MANAGE_USER"))
  );
}

export function toRun(run: RunRecord, reader: Principal): ExportRun {
  const { new_count, changed_count, gone_count } = run;
  return {
    id: run.id,
    targetId: run.target_id,
    targetName: run.target_name,
    format: run.format,
    state: run.state,
    progress: { done: run.done, total: run.total },
    count: run.count,
    changes:
      new_count === null || changed_count === null || gone_count === null
        ? null
        : { new: new_count, changed: changed_count, gone: gone_count },
    asOf: run.as_of,
    startedAt: run.started_at.toISOString(),
    finishedAt: run.finished_at?.toISOString() ?? null,
    actor: { id: run.actor_id, name: run.actor_name },
    scheduled: run.scheduled,
    error: run.error,
    warnings: run.warnings,
    fileName: run.file_name,
    size: run.size,
    sha256: run.sha256,
    deliveredTo: run.delivered_to,
    keptUntil: run.keep_until,
    can: canOf<ExportRun>({ DOWNLOAD: mayDownload(run, reader) }),
  };
}

/**
 * A target whose files hold bank data or notes is changed and run by those who see these; the
 * others find it in the list and may take it out.
 */
export function mayUseMappings(
  target: Pick<TargetRecord, "allows_protected">,
  reader: Principal,
): boolean {
  return holds(reader, "QUERY_USER") && (!target.allows_protected || holds(reader, "MANAGE_USER"));
}

/** The password is only said to be there. */
function toDestination({ destination, secret }: TargetRecord): ExportDestination {
  return destination.kind === "HTTP_PUT"
    ? { ...destination, hasPassword: secret !== null }
    : destination;
}

export function toTarget(
  target: TargetRecord,
  lastRun: RunRecord | undefined,
  reader: Principal,
): ExportTarget {
  const uses = mayUseMappings(target, reader);
  return {
    id: target.id,
    name: target.name,
    format: target.format,
    options: target.options,
    mappingConfigId: target.mapping_config_id,
    filter: target.filter as ExportTarget["filter"],
    viewId: target.view_id,
    sort: target.sort,
    dir: target.dir,
    asOf: target.as_of,
    fileName: target.file_name,
    destination: toDestination(target),
    schedule: target.schedule,
    nextRunAt: target.next_run_at?.toISOString() ?? null,
    onlyChanges: target.only_changes,
    keepDays: target.keep_days,
    owner: { id: target.owner_id, name: target.owner_name },
    lastRun: lastRun === undefined ? null : toRun(lastRun, reader),
    version: target.version,
    can: canOf<ExportTarget>({ EDIT: uses, DELETE: true, RUN: uses }),
  };
}
