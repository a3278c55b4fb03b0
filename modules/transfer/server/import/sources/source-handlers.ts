import { toPage } from "#platform/contract/paging.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import type { importContract, ImportSource } from "../../../import-contract.ts";
import { toSource } from "../runs/presenters.ts";
import {
  deleteSourceRow,
  selectLastRuns,
  selectSources,
  type SourceRecord,
} from "./source-queries.ts";
import { createSource, existingSource, updateSource } from "./sources.ts";

type SourceRoutes = Pick<
  Handlers<typeof importContract>,
  | "searchImportSources"
  | "createImportSource"
  | "getImportSource"
  | "updateImportSource"
  | "deleteImportSource"
>;

export function sourceHandlers({
  secrets,
  environment: { importOrigins: trustedOrigins },
}: Services): SourceRoutes {
  return {
    async searchImportSources({ query, principal, read }) {
      return read(async (tx) => {
        const { records, total } = await selectSources(tx, query);
        return toPage(await shown(tx, records, principal), total, query);
      });
    },
    async createImportSource({ body, principal, tenant, write, created }) {
      const source = await write(async (tx) => {
        const id = await createSource(tx, body, { principal, tenant, secrets, trustedOrigins });
        return one(tx, id, principal);
      });
      created(`/import-source/${source.id}`);
      return source;
    },
    async getImportSource({ params, principal, read }) {
      return read((tx) => one(tx, params.id, principal));
    },
    async updateImportSource({ params, body: { version, ...values }, principal, tenant, write }) {
      return write(async (tx) => {
        const saved = await updateSource(tx, params.id, version, values, {
          principal,
          tenant,
          secrets,
          trustedOrigins,
        });
        const source = await one(tx, params.id, principal);
        if (!saved) throw new AppError("STALE_VERSION", { current: source });
        return source;
      });
    },
    async deleteImportSource({ params, write }) {
      await write(async (tx) => {
        const source = await existingSource(tx, params.id);
        if (source.quick)
          throw new AppError("CONFLICT", {
            code: "QUICK_SOURCE",
            detail: "Diese Quelle gehört zum Verein und kann nicht gelöscht werden.",
          });
        await deleteSourceRow(tx, params.id);
      });
    },
  };
}

async function one(tx: ReadTx, id: string, reader: Principal): Promise<ImportSource> {
  const [source] = await shown(tx, [await existingSource(tx, id)], reader);
  if (source === undefined) throw new Error("a source that was read has no record");
  return source;
}

async function shown(
  tx: ReadTx,
  records: readonly SourceRecord[],
  reader: Principal,
): Promise<ImportSource[]> {
  const lastRuns = await selectLastRuns(
    tx,
    records.map(({ id }) => id),
  );
  return records.map((record) => toSource(record, lastRuns.get(record.id), reader));
}
