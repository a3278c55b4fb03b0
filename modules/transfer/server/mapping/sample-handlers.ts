import type { Handlers } from "#platform/server/http/implement.ts";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import { clubDay } from "#modules/members/server/public.ts";
import type { mappingContract, TableSample } from "../../mapping-contract.ts";
import type { TransferField } from "../../member-fields.ts";
import { openTable } from "../reading/open-table.ts";
import type { TableHead } from "../reading/table.ts";
import { checkEntries, clubFields, requireMappingPermission, usableMapping } from "./mappings.ts";
import { plainCell, sampleRows, unreadableTable } from "./samples.ts";
import { suggestEntries } from "./suggest.ts";

const SHOWN_ROWS = 10;

export const sampleHandlers: Pick<
  Handlers<typeof mappingContract>,
  "readTableSample" | "trySampleMapping" | "sampleMappingConfig"
> = {
  async readTableSample({ query, stream, read }) {
    return readSample(stream, query, () => read((tx) => clubFields(tx, false)));
  },
  async trySampleMapping({ body, tenant, principal, read }) {
    requireMappingPermission(principal, body.isExport);
    return read(async (tx) => {
      checkEntries(body.entries, body.isExport, await clubFields(tx, body.isExport));
      return sampleRows(tx, { ...body, today: clubDay(tenant.timeZone), reader: principal });
    });
  },
  async sampleMappingConfig({ params, body, tenant, principal, read }) {
    return read(async (tx) => {
      const { is_export: isExport, entries } = await usableMapping(tx, params.id, principal);
      return sampleRows(tx, {
        ...body,
        isExport,
        entries,
        today: clubDay(tenant.timeZone),
        reader: principal,
      });
    });
  },
};

/**
 * Columns, first rows and suggested mapping of a file; 422 with a German sentence when it can't be
 * read.
 */
export async function readSample(
  ...[file, options, fields]: [
    ...Parameters<typeof openTable>,
    () => Promise<readonly TransferField[]>,
  ]
): Promise<TableSample> {
  try {
    const table = await openTable(file, options);
    try {
      return toSample(table, await fields());
    } finally {
      await table.close();
    }
  } catch (error) {
    throw error instanceof UnreadableTable ? unreadableTable(error.message) : error;
  }
}

function toSample(
  { detected, columns, sample, legend = [], warnings }: TableHead,
  fields: readonly TransferField[],
): TableSample {
  const cells = sample.map((row) => row.cells);
  return {
    detected,
    columns,
    rows: sample
      .slice(0, SHOWN_ROWS)
      .map((row) => ({ line: row.line, cells: row.cells.map(plainCell) })),
    suggestions: suggestEntries(columns, cells, fields),
    legend: legend.map(([code, meaning]) => ({ code, meaning })),
    warnings,
  };
}
