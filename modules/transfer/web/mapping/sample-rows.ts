import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { MappingEntry, SampleRow, TableSample } from "../../mapping-contract.ts";
import type { ExampleRow } from "../sync/columns/SampleTable.tsx";
import { sampleQuery, type SampleRequest } from "../queries.ts";
import { transformProblem } from "./transforms/transform-words.ts";

const TYPING_PAUSE = 300;

/** An entry that can be tried: it has a target and its transformations are complete. */
export function isComplete(entry: MappingEntry): boolean {
  return (
    entry.targetField.trim() !== "" &&
    entry.transforms.every((transform) => transformProblem(transform) === undefined)
  );
}

/**
 * The first ten rows through the entries as they stand, a moment after the last change. An entry
 * that is not complete yet is tried without its transformations, so that the others keep their
 * sample.
 */
export function useSample(
  request: Omit<SampleRequest, "entries">,
  entries: readonly MappingEntry[],
  enabled = true,
) {
  const tried = entries.map((entry) =>
    isComplete(entry) ? entry : { ...entry, targetField: entry.targetField || "?", transforms: [] },
  );
  const [body] = useDebouncedValue(JSON.stringify({ ...request, entries: tried }), TYPING_PAUSE);
  return useQuery({
    ...sampleQuery(JSON.parse(body) as SampleRequest),
    enabled: enabled && entries.length > 0,
  });
}

/** The rows as they arrive, each with what is wrong with it. */
export function arrivingRows(rows: readonly SampleRow[] | undefined): ExampleRow[] | undefined {
  return rows?.map(({ values, problems }) => ({
    cells: values.map(({ after }) => after),
    ...(problems.length > 0 ? { problem: problems.map(({ message }) => message).join(" ") } : {}),
  }));
}

/** The part of a file's sample that the server wants back. */
export function sampleTableOf(file: TableSample): NonNullable<SampleRequest["table"]> {
  return {
    columns: file.columns,
    rows: file.rows.map((row) => row.cells),
    dateOrder: file.detected.dateOrder,
    legend: file.legend,
  };
}
