import type { MappingEntry } from "../../../mapping-contract.ts";
import type { TransferField } from "../../../member-fields.ts";
import { rowMapper, takenColumns } from "../../mapping/row-mapper.ts";
import type { OpenTable } from "../../reading/open-table.ts";
import type { TableRow } from "../../reading/table.ts";
import type { ReadRow } from "./row-record.ts";
import type { FieldValues } from "../stored-values.ts";

/**
 * Turns rows of a table into what they say about members. A blank cell says nothing, one with the
 * clear word empties.
 */
export function rowReader(
  { columns, detected, sample }: OpenTable,
  entries: readonly MappingEntry[],
  fields: readonly TransferField[],
  { clearWord, today }: { clearWord: string | null; today: string },
): (row: TableRow, number: number) => ReadRow {
  const taken = takenColumns(columns, entries);
  const map = rowMapper(columns, entries, fields, {
    today,
    dateOrder: detected.dateOrder,
    clearWord,
    sample,
  });
  return ({ line, cells, problems }, number) => {
    const mapped = map(cells);
    const given: FieldValues = {};
    for (const [field, value] of mapped.values) {
      // Groups are never ended by an import, so there is nothing to empty.
      if (
        field === "groups" ||
        (value === null && (!mapped.cleared.has(field) || field.startsWith("group:")))
      )
        continue;
      given[field] = value;
    }
    const groups = mapped.values.get("groups");
    return {
      number,
      line,
      name: [given["firstname"], given["lastname"]]
        .filter((part) => typeof part === "string" && part !== "")
        .join(" "),
      given,
      group_names: Array.isArray(groups) ? [...new Set(groups)] : [],
      read_problems: [
        ...problems.filter(({ column, ofCell }) => ofCell !== true || taken.has(column)),
        ...mapped.problems,
      ].map(note),
      read_hints: mapped.warnings.map(note),
    };
  };
}

function note({ column, message }: { column: string; message: string }): {
  column: string | null;
  message: string;
} {
  return { column: column === "" ? null : column, message };
}
