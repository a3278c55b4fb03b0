import type { MappingEntry } from "../../../mapping-contract.ts";
import type { TransferField } from "../../../member-fields.ts";
import { rowMapper, takenColumns } from "../../mapping/row-mapper.ts";
import type { OpenTable } from "../../reading/open-table.ts";
import type { TableRow } from "../../reading/table.ts";
import type { ReadRow } from "./row-record.ts";
import type { FieldValues, ImportRules, RowProblem } from "../stored-values.ts";

/**
 * Turns rows of a table into what they say about members. A blank cell says nothing, one with the
 * clear word empties.
 */
export function rowReader(
  { columns, detected, sample, legend }: OpenTable,
  entries: readonly MappingEntry[],
  fields: readonly TransferField[],
  {
    rules,
    today,
    onNothing,
  }: {
    rules: Pick<ImportRules, "clearWord" | "strict" | "neededFields">;
    today: string;
    onNothing?: (column: string, text: string) => void;
  },
): (row: TableRow, number: number) => ReadRow {
  const taken = takenColumns(columns, entries);
  const map = rowMapper(columns, entries, fields, {
    today,
    dateOrder: detected.dateOrder,
    clearWord: rules.clearWord,
    sample,
    legend,
    ...(onNothing === undefined ? {} : { onNothing }),
  });
  const holds = holdsBack(rules);
  const isNeeded = (column: string) =>
    entries.some(({ sourceField, targetField }) => sourceField === column && holds(targetField));
  return ({ line, cells, problems }, number) => {
    const ofCells = problems.filter(({ column, ofCell }) => ofCell === true && taken.has(column));
    const broken = new Set(ofCells.map(({ column }) => column));
    // What is broken says nothing, whatever it looks like.
    const mapped = map(
      broken.size === 0
        ? cells
        : cells.map((cell, at) => (broken.has(columns[at] ?? "") ? null : cell)),
    );
    const held = mapped.problems.filter(({ field }) => holds(field));
    const dropped = mapped.problems.filter(({ field }) => !holds(field));
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
        ...problems.filter(({ ofCell }) => ofCell !== true),
        ...ofCells.filter(({ column }) => isNeeded(column)),
        ...held,
      ].map(note),
      read_hints: [
        ...[...ofCells.filter(({ column }) => !isNeeded(column)), ...dropped].map(leftOut),
        ...mapped.warnings,
      ].map(note),
    };
  };
}

/** Who somebody is has to be right; all else may be missing, unless the user says otherwise. */
const ALWAYS_NEEDED: ReadonlySet<string> = new Set([
  "id",
  "memberNumber",
  "firstname",
  "lastname",
  "fullName",
]);

/** Returns whether a fault in a field holds its row back. */
export function holdsBack({
  strict,
  neededFields,
}: Pick<ImportRules, "strict" | "neededFields">): (field: string) => boolean {
  const needed = new Set(neededFields);
  return (field) => strict || ALWAYS_NEEDED.has(field) || needed.has(field);
}

/** Says of a fault that the row comes in without the value. */
export function leftOut<Note extends { message: string }>(fault: Note): Note & { leftOut: true } {
  return { ...fault, message: `${fault.message} Die Angabe wird weggelassen.`, leftOut: true };
}

function note({
  column,
  message,
  ...rest
}: {
  column: string;
  message: string;
  leftOut?: true;
}): RowProblem {
  return {
    column: column === "" ? null : column,
    message,
    ...(rest.leftOut === true ? { leftOut: true } : {}),
  };
}
