/** A word, a sign, or `${}` where the template has a hole; what strings hold is read by itself. */
export interface Token {
  text: string;
  /** In capitals, to be compared with keywords. */
  upper: string;
  isName: boolean;
}

export interface Tokens {
  tokens: readonly Token[];
  /** The contents of string literals: functions of the database run SQL from strings. */
  strings: readonly string[];
}

/** Stands in the text of a template where a value or a part of the statement is put in. */
export const HOLE = "${}";

const PATTERN = new RegExp(
  [
    String.raw`--[^\n]*|/\*[\s\S]*?\*/`,
    String.raw`'(?<string>(?:[^']|'')*)'`,
    // Bodies of functions are read like statements.
    String.raw`\$\w*\$`,
    String.raw`(?<hole>\$\{\})`,
    String.raw`(?<name>(?:"[^"]+"|[a-z_]\w*)(?:\.(?:"[^"]+"|[a-z_]\w*))*)`,
    String.raw`\d[\w.]*`,
    String.raw`(?<sign>[^\s\w])`,
  ].join("|"),
  "gi",
);

/** Returns SQL as tokens, without comments and without what is in quotes. */
export function tokensOf(sql: string): Tokens {
  const tokens: Token[] = [];
  const strings: string[] = [];
  for (const { groups = {} } of sql.matchAll(PATTERN)) {
    const { string, hole, name, sign } = groups;
    if (string !== undefined) strings.push(string.replaceAll("''", "'"));
    const text = name?.replaceAll('"', "") ?? hole ?? sign ?? (string === undefined ? "" : "''");
    if (text !== "") tokens.push({ text, upper: text.toUpperCase(), isName: name !== undefined });
  }
  return { tokens, strings };
}
