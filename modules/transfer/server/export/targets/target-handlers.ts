import { selectMemberIds, selectMembers, toUserRow } from "#modules/members/server/public.ts";
import { germanDay } from "#platform/server/documents/sheet-cells.ts";
import { toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import { requirePermission, type Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { exportContract, ExportTarget } from "../../../export-contract.ts";
import { countPlanned, planExport } from "../plan.ts";
import { mayUseMappings, toRun, toTarget } from "../presenters.ts";
import { choiceOf } from "../runs/run-export.ts";
import { selectLastRuns, selectRun } from "../runs/run-queries.ts";
import { changeTarget, createTarget } from "./save-target.ts";
import { queueRun } from "./scheduled-run.ts";
import { deleteTargetRow, lockTarget, searchTargets, selectTarget } from "./target-queries.ts";

type Routes = Pick<
  typeof exportContract,
  | "searchExportTargets"
  | "createExportTarget"
  | "getExportTarget"
  | "updateExportTarget"
  | "deleteExportTarget"
  | "previewExport"
  | "runExportTarget"
>;

const PREVIEWED = 10;

export function targetHandlers({ secrets }: Pick<Services, "secrets">): Handlers<Routes> {
  return {
    async searchExportTargets({ query, principal, read }) {
      return read(async (tx) => {
        const { records, total } = await searchTargets(tx, { ...query, q: query.q });
        const runs = await selectLastRuns(
          tx,
          records.map(({ id }) => id),
        );
        return toPage(
          records.map((record) => toTarget(record, runs.get(record.id), principal)),
          total,
          query,
        );
      });
    },
    async createExportTarget({ body, principal, tenant, write, created }) {
      return write(async (tx) => {
        const id = await createTarget(tx, body, { tenant, owner: principal, secrets });
        created(`/export-target/${id}`);
        return readTarget(tx, id, principal);
      });
    },
    async getExportTarget({ params, principal, read }) {
      return read((tx) => readTarget(tx, params.id, principal));
    },
    async updateExportTarget({ params, body: { version, ...input }, principal, tenant, write }) {
      return write(async (tx) => {
        const before = await lockTarget(tx, params.id);
        if (before === undefined) throw notFound();
        const stale = () => readTarget(tx, params.id, principal);
        if (before.version !== version)
          throw new AppError("STALE_VERSION", { current: await stale() });
        if (
          !(await changeTarget(tx, before, version, input, { tenant, owner: principal, secrets }))
        ) {
          throw new AppError("STALE_VERSION", { current: await stale() });
        }
        return readTarget(tx, params.id, principal);
      });
    },
    async deleteExportTarget({ params, write }) {
      await write(async (tx) => {
        if (!(await deleteTargetRow(tx, params.id))) throw notFound();
      });
    },
    async previewExport({ body, principal, read }) {
      requirePermission(principal, "QUERY_USER");
      return read(async (tx) => {
        const plan = await planExport(tx, body, principal);
        const ids = await selectMemberIds(tx, plan.filter, plan.order, PREVIEWED);
        const members = (await selectMembers(tx, ids, plan.day)).map((record) =>
          toUserRow(record, plan.day, principal),
        );
        return {
          count: await countPlanned(tx, plan),
          headings: plan.columns.map(({ heading }) => heading),
          rows: members.map((member) =>
            plan.columns.map(({ cell }) => {
              const value = cell(member);
              return value instanceof Date
                ? germanDay(value)
                : typeof value === "number"
                  ? value.toLocaleString("de", { useGrouping: false })
                  : (value ?? "");
            }),
          ),
        };
      });
    },
    async runExportTarget({ params, principal, write, created }) {
      return write(async (tx) => {
        const target = await lockTarget(tx, params.id);
        if (target === undefined) throw notFound();
        if (!mayUseMappings(target, principal)) throw new AppError("FORBIDDEN");
        // What this person may not see is refused now, not in the background.
        await planExport(tx, choiceOf(target), principal);
        const runId = await queueRun(
          tx,
          target,
          { id: principal.userId, name: principal.name },
          false,
        );
        if (runId === null)
          throw new AppError("CONFLICT", {
            code: "RUNNING",
            detail: "Dieser Export läuft gerade schon.",
          });
        created(`/export-run/${runId}`);
        const run = await selectRun(tx, runId);
        if (run === undefined) throw notFound();
        return toRun(run, principal);
      });
    },
  };
}

async function readTarget(tx: ReadTx, id: string, reader: Principal): Promise<ExportTarget> {
  const target = await selectTarget(tx, id);
  if (target === undefined) throw notFound();
  return toTarget(target, (await selectLastRuns(tx, [id])).get(id), reader);
}
