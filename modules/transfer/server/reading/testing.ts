import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TableOptions } from "../../mapping-contract.ts";
import { columnNames } from "../mapping/column-names.ts";
import { openTable } from "./open-table.ts";
import { readTable } from "./read-table.ts";
import type { TableHead, TableRow } from "./table.ts";

/** Everything that a file holds; for tests. */
export async function readWhole(
  content: string | Uint8Array,
  options: TableOptions = {},
): Promise<TableHead & { rows: TableRow[] }> {
  const table = await openTable(
    { bytes: typeof content === "string" ? new TextEncoder().encode(content) : content },
    options,
  );
  try {
    return { ...table, rows: await Array.fromAsync(table.rows) };
  } finally {
    await table.close();
  }
}

/** The same without a worker, for tests that read many files. */
export async function readHere(
  content: Uint8Array,
  options: TableOptions = {},
): Promise<TableHead & { rows: TableRow[] }> {
  const path = join(tmpdir(), `vereinsheim-test-${randomUUID()}`);
  await writeFile(path, content);
  try {
    const table = await readTable(path, options, columnNames);
    return { ...table, rows: await Array.fromAsync(table.rows) };
  } finally {
    await rm(path, { force: true });
  }
}
