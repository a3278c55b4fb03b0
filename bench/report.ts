/** One line of the printed table. */
export interface Figure {
  what: string;
  ours: string;
  floor?: string;
  /** Ours over floor, or whatever the demand is about. */
  ratio?: string;
  demand?: string;
  /** Absent where nothing is demanded. */
  met?: boolean;
}

const HEADINGS = ["Figure", "Ours", "Floor", "Ratio", "Demand", "Met"];

/** The figures as a Markdown table, aligned for a terminal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ours, floor = "", ratio = "", demand = "", met }) => [
    what,
    ours,
    floor,
    ratio,
    demand,
    met === undefined ? "" : met ? "yes" : "NO",
  ]);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [
    line(HEADINGS),
    `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`,
    ...rows.map(line),
  ].join("\n");
}

export function ms(milliseconds: number): string {
  return milliseconds >= 1_000
    ? `${(milliseconds / 1_000).toFixed(2)} s`
    : `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

export function perSecond(value: number): string {
  return `${value.toFixed(value < 100 ? 1 : 0)}/s`;
}

export function times(value: number): string {
  return `${value.toFixed(2)} ×`;
}

export function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}
