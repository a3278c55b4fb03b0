import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse";
import { streamXlsxRows, writeXlsx } from "hucre/xlsx";
import { transferFields } from "#modules/transfer/member-fields.ts";
import { rowMapper } from "#modules/transfer/server/mapping/row-mapper.ts";
import { suggestEntries } from "#modules/transfer/server/mapping/suggest.ts";
import { openTable } from "#modules/transfer/server/reading/open-table.ts";
import { type Figure, ms, percent, perSecond } from "./report.ts";

const FEW = 5_000;
const MANY = 50_000;
const NAMES =
  "Mitgl.-Nr.,Anrede,Titel,Nachname,Vorname,Straße,PLZ,Ort,Telefon privat,Mobil,E-Mail,Geburtsdatum,Eintritt,Austritt,Abteilung,Status,IBAN,Kontoinhaber,Bemerkung,Geschlecht".split(
    ",",
  );
/** 128 MiB: the worker's own heap and what waits between the two. */
const MEMORY_DEMAND = 128 * 1024 * 1024;

/**
 * Reading members' files: rows a second beside what the parser alone does, and memory with ten
 * times the rows.
 */
export async function readingFigures(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "vereinsheim-bench-reading-"));
  try {
    const figures: Figure[] = [];
    for (const format of ["CSV", "XLSX"] as const) {
      const few = await write(folder, format, FEW);
      const many = await write(folder, format, MANY);
      await read(few);
      const [small, large] = [await read(few), await read(many)];
      const floor = await (format === "CSV" ? bareCsv(many) : bareXlsx(many));
      const rate = MANY / (large.milliseconds / 1_000);
      figures.push({
        what: `read and map ${MANY.toLocaleString("en")} members, ${format}`,
        ours: `${perSecond(rate)} (${ms(large.milliseconds)})`,
        floor: `${perSecond(MANY / (floor / 1_000))} (the parser alone)`,
        ratio: percent(rate / (MANY / (floor / 1_000))),
      });
      figures.push({
        what: `memory above idle for ${MANY.toLocaleString("en")} rows, ${format}`,
        ours: `${mib(large.bytes)} (${mib(small.bytes)} for ${FEW.toLocaleString("en")})`,
        demand: `≤ ${mib(MEMORY_DEMAND)}`,
        met: large.bytes <= MEMORY_DEMAND,
      });
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}

function member(index: number): (string | null)[] {
  const day = `${String(1 + (index % 28)).padStart(2, "0")}.${String(1 + (index % 12)).padStart(2, "0")}.`;
  return [
    String(100_000 + index),
    index % 2 === 0 ? "Frau" : "Herr",
    null,
    `Nachname-${index}`,
    `Vorname ${index % 700}`,
    `Straße ${index % 3_000} Nr. ${index % 90}`,
    String(10_000 + (index % 80_000)),
    `Ort ${index % 400}`,
    `040 / 66${String(100_000 + index)}`,
    `0176 04${String(100_000 + index)}`,
    `mitglied.${index}@example.org`,
    `${day}${1930 + (index % 90)}`,
    `${day}${2000 + (index % 26)}`,
    null,
    "Turnen, Fußball",
    "aktiv",
    "DE60 0000 0000 0000 0077 16",
    null,
    `Bemerkung „${index}“`,
    index % 2 === 0 ? "w" : "m",
  ];
}

async function write(folder: string, format: "CSV" | "XLSX", count: number): Promise<string> {
  const path = join(folder, `${count}.${format.toLowerCase()}`);
  const rows = [NAMES, ...Array.from({ length: count }, (_, index) => member(index))];
  if (format === "XLSX")
    await writeFile(path, await writeXlsx({ sheets: [{ name: "Mitglieder", rows }] }));
  else
    await writeFile(
      path,
      rows.map((cells) => cells.map((cell) => cell ?? "").join(";")).join("\r\n"),
    );
  return path;
}

async function read(path: string): Promise<{ milliseconds: number; bytes: number }> {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const begun = performance.now();
  const table = await openTable({ path });
  try {
    const fields = transferFields(false, [], []);
    const entries = suggestEntries(
      table.columns,
      table.sample.map(({ cells }) => cells),
      fields,
    ).flatMap(({ entry }) => (entry === null ? [] : [entry]));
    const map = rowMapper(table.columns, entries, fields, {
      today: "2026-11-01",
      dateOrder: table.detected.dateOrder,
      sample: table.sample,
      legend: table.legend,
    });
    let faulty = 0;
    for await (const { cells } of table.rows) if (map(cells).problems.length > 0) faulty++;
    if (faulty > 0) throw new Error(`${faulty} rows of the bench are faulty`);
    return { milliseconds: performance.now() - begun, bytes: peak - idle };
  } finally {
    clearInterval(watch);
    await table.close();
  }
}

async function bareCsv(path: string): Promise<number> {
  const begun = performance.now();
  for await (const _row of createReadStream(path).pipe(
    parse({ delimiter: ";", relaxColumnCount: true }),
  ));
  return performance.now() - begun;
}

async function bareXlsx(path: string): Promise<number> {
  const begun = performance.now();
  for await (const _row of streamXlsxRows(await readFile(path)));
  return performance.now() - begun;
}
