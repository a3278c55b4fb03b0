import { type Token, tokensOf } from "./tokens.ts";

/** A name that stands where SQL expects a table, and what is done with it. */
export interface Relation {
  name: string;
  use: "read" | "write";
}

export interface Relations {
  relations: readonly Relation[];
  /** What `WITH` names; a table of that name would be hidden by it. */
  ctes: readonly string[];
}

/** `extract(year FROM day)`: their FROM names no table. */
const WITH_FROM_INSIDE = new Set(["EXTRACT", "SUBSTRING", "TRIM", "OVERLAY"]);
/** They end a list of tables. */
const ENDS_LIST = new Set(
  "SELECT WHERE SET GROUP ORDER HAVING LIMIT OFFSET UNION EXCEPT INTERSECT RETURNING VALUES WINDOW FOR WITH ;".split(
    " ",
  ),
);
/** `FOR UPDATE`, `DO UPDATE`: no table follows, nor when a trigger is told its events. */
const BEFORE_OTHER_UPDATE = new Set(["FOR", "KEY", "DO", "OR", "AFTER", "BEFORE", "ON"]);
const AFTER_OTHER_UPDATE = new Set(["ON", "OF", "OR"]);
const NO_TABLE = new Set(["ONLY", "LATERAL", "TABLE", "IF", "EXISTS"]);

/** Returns the tables (views, and whatever else stands in their places) that SQL names. */
export function relationsOf(sql: string): Relations {
  const { tokens, strings } = tokensOf(sql);
  const inStrings = strings.filter(holdsSql).map(relationsOf);
  return {
    relations: [...new Scan(tokens).relations, ...inStrings.flatMap((found) => found.relations)],
    ctes: [...ctesOf(tokens), ...inStrings.flatMap((found) => found.ctes)],
  };
}

/** Returns whether a text is SQL that works on tables. */
export function holdsSql(text: string): boolean {
  return /\b(SELECT\b[\s\S]*\bFROM|INSERT INTO|UPDATE\s+[\w."]+\s+SET|DELETE FROM|TRUNCATE)\b/.test(
    text,
  );
}

class Scan {
  readonly relations: Relation[] = [];
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    while (this.#next < tokens.length) this.#level("");
  }

  /** Reads until the bracket closes; `opener` is the word before it. */
  #level(opener: string): void {
    let inList = false;
    let expected: Relation["use"] | undefined;
    while (this.#next < this.#tokens.length) {
      const at = this.#next++;
      const { text, upper, isName } = this.#token(at);
      if (text === ")") return;
      if (text === "(") {
        expected = undefined;
        this.#level(this.#token(at - 1).upper);
      } else if (text === "," && inList) {
        expected = "read";
      } else if (expected !== undefined && !NO_TABLE.has(upper)) {
        const isFunction = expected === "read" && this.#token(at + 1).text === "(";
        if (isName && !isFunction) this.relations.push({ name: unqualified(text), use: expected });
        expected = undefined;
      } else if (isName || text === ";") {
        if (ENDS_LIST.has(upper)) inList = false;
        const begun = this.#begins(at, opener);
        if (begun !== undefined) expected = begun.use;
        if (begun?.list === true) inList = true;
      }
    }
  }

  /** Whether a table, or a list of them, follows on a word. */
  #begins(at: number, opener: string): { use: Relation["use"]; list?: boolean } | undefined {
    const before = this.#token(at - 1).upper;
    const after = this.#token(at + 1);
    switch (this.#token(at).upper) {
      case "FROM":
        if (before === "DELETE") return { use: "write" };
        if (WITH_FROM_INSIDE.has(opener) || this.#isDistinctFrom(at)) return undefined;
        return { use: "read", list: true };
      case "JOIN":
        return { use: "read" };
      case "USING":
        return after.text === "(" ? undefined : { use: "read", list: true };
      case "INTO":
        return before === "INSERT" || before === "MERGE" ? { use: "write" } : undefined;
      case "UPDATE":
        return BEFORE_OTHER_UPDATE.has(before) || AFTER_OTHER_UPDATE.has(after.upper)
          ? undefined
          : { use: "write" };
      case "TRUNCATE":
        return { use: "write" };
      default:
        return undefined;
    }
  }

  /** `a IS [NOT] DISTINCT FROM b` compares. */
  #isDistinctFrom(at: number): boolean {
    return (
      this.#token(at - 1).upper === "DISTINCT" && ["IS", "NOT"].includes(this.#token(at - 2).upper)
    );
  }

  #token(at: number): Token {
    return this.#tokens[at] ?? { text: "", upper: "", isName: false };
  }
}

function unqualified(name: string): string {
  return name.replace(/^public\./, "");
}

/** `name [(columns)] AS [[NOT] MATERIALIZED] (` after WITH, RECURSIVE or a comma. */
function ctesOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, at) => {
    const before = tokens[at - 1];
    const opens = before === undefined || ["WITH", "RECURSIVE", ","].includes(before.upper);
    if (!token.isName || !opens) return [];
    let next = at + 1;
    if (tokens[next]?.text === "(")
      next = 1 + tokens.findIndex(({ text }, place) => place > next && text === ")");
    if (tokens[next]?.upper !== "AS") return [];
    next++;
    while (["NOT", "MATERIALIZED"].includes(tokens[next]?.upper ?? "")) next++;
    return tokens[next]?.text === "(" ? [token.text] : [];
  });
}
