import { parentPort, workerData } from "node:worker_threads";
import { UnreadableTable } from "#platform/server/documents/table.ts";
import type { TableOptions } from "../../mapping-contract.ts";
import { type FieldNames, NameLookup } from "../mapping/name-lookup.ts";
import { readTable } from "./read-table.ts";
import type { TableHead, TableRow } from "./table.ts";

export interface ReadRequest {
  path: string;
  options: TableOptions;
  /** What columns of members are called; sent, because loading the members takes the worker longer. */
  names: readonly FieldNames[];
}

/**
 * First the head, then rows as often as they are asked for, at last `end`; or a sentence why not.
 */
export type ReadAnswer =
  | { head: TableHead }
  | { rows: TableRow[] }
  | { end: string[] }
  | { refused: string };

const BATCH = 500;

async function serve({ path, options, names }: ReadRequest): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("not a worker");
  const answer = (message: ReadAnswer) => port.postMessage(message);
  try {
    const { rows, ...head } = await readTable(path, options, new NameLookup(names));
    const told = head.warnings.length;
    answer({ head });
    let batch: TableRow[] = [];
    await asked(port);
    for await (const row of rows) {
      batch.push(row);
      if (batch.length < BATCH) continue;
      answer({ rows: batch });
      batch = [];
      await asked(port);
    }
    if (batch.length > 0) {
      answer({ rows: batch });
      await asked(port);
    }
    answer({ end: head.warnings.slice(told) });
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    answer({ refused: error.message });
  }
}

function asked(port: NonNullable<typeof parentPort>): Promise<void> {
  return new Promise((resolve) => port.once("message", () => resolve()));
}

await serve(workerData as ReadRequest);
parentPort?.close();
