import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Figure, percent, perSecond } from "../report.ts";
import type { WorkFigure } from "./figures.ts";

const DOCUMENT = join(import.meta.dirname, "..", "..", "docs", "performance.md");
const BEGIN = "<!-- npm run bench -- --only work --write -->";
const END = "<!-- end of what the command writes -->";

/** The figures as lines of the table that the bench prints. */
export function workLines(figures: readonly WorkFigure[]): Figure[] {
  return figures.map(({ kind, ours, floor }) => ({
    what: kind.what,
    ours: perSecond(ours.perSecond),
    floor: perSecond(floor.perSecond),
    ratio: percent(ours.perSecond / floor.perSecond),
    demand: `≥ ${percent(kind.demand)} of floor`,
    met: ours.perSecond >= kind.demand * floor.perSecond,
  }));
}

/** The whole of the figures as a Markdown table; each cell names ours, then the floor's. */
export function workTable(figures: readonly WorkFigure[]): string {
  const both = (one: number, other: number, digits = 0) =>
    `${counted(one, digits)} · ${counted(other, digits)}`;
  const rows = costOfRows(figures);
  return [
    "| Work | Requests/s | Of the floor | Demand | Node, µs | PostgreSQL, µs | Bytes | Round trips | Writes |",
    "|---|---|---|---|---|---|---|---|---|",
    ...figures.map(({ kind, ours, floor }) => {
      const share = ours.perSecond / floor.perSecond;
      return `| ${[
        kind.what,
        both(ours.perSecond, floor.perSecond),
        share >= kind.demand ? percent(share) : `**${percent(share)}**`,
        percent(kind.demand),
        both(ours.node, floor.node),
        both(ours.postgres, floor.postgres),
        both(ours.bytes, floor.bytes),
        both(ours.roundTrips, floor.roundTrips),
        both(ours.writes, floor.writes),
      ].join(" | ")} |`;
    }),
    ...(rows === "" ? [] : ["", rows]),
  ].join("\n");
}

/**
 * Returns what a request costs however many rows it has, and what each row costs, by lists of 10
 * and of 50 members; empty where they were not measured.
 */
function costOfRows(figures: readonly WorkFigure[]): string {
  const [few, many] = ["list10", "list"].map((name) =>
    figures.find(({ kind }) => kind.name === name),
  );
  if (few === undefined || many === undefined) return "";
  const cost = (side: "ours" | "floor", part: "node" | "postgres") => {
    const row = (many[side][part] - few[side][part]) / 40;
    return `${counted(few[side][part] - 10 * row, 0)} µs and ${counted(row, 1)} µs`;
  };
  return `A request and each of its rows, by lists of 10 and 50 members: Node ${cost("ours", "node")} (floor ${cost("floor", "node")}), PostgreSQL ${cost("ours", "postgres")} (floor ${cost("floor", "postgres")}).`;
}

function counted(value: number, digits: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** Puts the table into docs/performance.md, in place of the one before. */
export async function writeWorkTable(table: string): Promise<void> {
  const text = await readFile(DOCUMENT, "utf8");
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no place for the table`);
  await writeFile(
    DOCUMENT,
    `${text.slice(0, before + BEGIN.length)}\n\n${table}\n\n${text.slice(after)}`,
  );
}
