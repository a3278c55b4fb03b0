import type { MappingEntry } from "../../../mapping-contract.ts";
import type { TransferField } from "../../../member-fields.ts";
import { suggestEntries } from "../../mapping/suggest.ts";
import type { OpenTable } from "../../reading/open-table.ts";

/** The mapping that a file's columns and first rows suggest; what is doubtful is left out. */
export function suggestedEntries(
  { columns, sample }: OpenTable,
  fields: readonly TransferField[],
): MappingEntry[] {
  const rows = sample.map(({ cells }) => cells);
  return suggestEntries(columns, rows, fields).flatMap(({ entry }) =>
    entry === null ? [] : [entry],
  );
}
