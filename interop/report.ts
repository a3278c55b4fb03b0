/** What a run against third parties found: one row for each thing tried. */
export class Report {
  readonly #rows: Row[] = [];

  /** Tries something; `work` returns what was seen, and throws where it is not as it has to be. */
  async tried(party: Party, what: string, work: () => Promise<string>): Promise<boolean> {
    try {
      this.#add({ ...party, what, result: "ok", seen: await work() });
      return true;
    } catch (error) {
      const seen = error instanceof Error ? error.message : String(error);
      this.#add({
        ...party,
        what,
        result: "FAILED",
        seen: seen.replaceAll(/\s+/g, " ").slice(0, 600),
      });
      return false;
    }
  }

  /** A party, or one thing with it, that can't be had on this machine, and why. */
  skipped(party: Party, what: string, why: string): void {
    this.#add({ ...party, what, result: "–", seen: why });
  }

  get failed(): number {
    return this.#count("FAILED");
  }

  /** Prints everything as a table, and the counts as the last line. */
  print(): void {
    const head = ["what", "version", "tried", "result"];
    const rows = this.#rows.map((row) => [row.name, row.version, row.what, row.result]);
    const widths = head.map((title, column) =>
      Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
    );
    console.log();
    for (const row of [head, widths.map((width) => "-".repeat(width)), ...rows])
      console.log(
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd(),
      );
    console.log(
      `\n${this.#count("ok")} passed, ${this.#count("FAILED")} failed, ${this.#count("–")} skipped`,
    );
  }

  #add(row: Row): void {
    this.#rows.push(row);
    console.log(`${row.result.padEnd(6)} ${row.name}: ${row.what}: ${row.seen}`);
  }

  #count(result: Row["result"]): number {
    return this.#rows.filter((row) => row.result === result).length;
  }
}

export interface Party {
  name: string;
  version: string;
}

interface Row extends Party {
  what: string;
  result: "ok" | "FAILED" | "–";
  seen: string;
}

/** Fails with a sentence unless it holds. */
export function require(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}
