import { foldedText } from "#platform/contract/fold.ts";
import type { ReadTx } from "./database/database.ts";
import type { Principal, TenantRow } from "./http/principal.ts";

/** One word of a search. */
export interface SearchTerm {
  /** As it was typed, in lower case: for what knows German word forms. */
  typed: string;
  /** Folded (`platform/contract/fold.ts`). */
  word: string;
  /** Folded as well: its stem, words spelt nearly the same. */
  variants: readonly string[];
}

export interface SearchRequest {
  tx: ReadTx;
  reader: Principal;
  tenant: TenantRow;
  /** All of them have to be met; at least one. */
  terms: readonly SearchTerm[];
  limit: number;
}

export interface SearchHit {
  /** Where it differs from the provider's: FOLDER beside FILE. */
  type?: string;
  id: string;
  title: string;
  subtitle: string | null;
  /** A text inside of which the hit is; only the part around it is shown. */
  content?: string;
  /** Address inside the application. */
  route: string;
}

/**
 * Reads something once for a search, however often its provider is asked: a search asks again with
 * other words when it found little. It goes with the transaction, so that what was granted or taken
 * away counts in the next search.
 */
export function oncePerSearch<T>(
  load: (request: SearchRequest) => Promise<T>,
): (request: SearchRequest) => Promise<T> {
  const known = new WeakMap<ReadTx, Promise<T>>();
  return (request) => {
    const loaded = known.get(request.tx) ?? load(request);
    known.set(request.tx, loaded);
    return loaded;
  };
}

/** How a module takes part in the search of the whole club. */
export interface SearchProvider {
  /** `USER`; names the group of results. */
  type: string;
  /** German heading. */
  label: string;
  /**
   * The best hits that the reader may open, best first, at most `limit`; none where they have no
   * right.
   */
  search(request: SearchRequest): Promise<SearchHit[]>;
  /** The list that shows all hits of a query. */
  listOfAll?(query: string): { label: string; route: string };
}

/** Terms as the SQL functions of db/functions/16_search take them. */
export function sqlTerms(terms: readonly SearchTerm[]): string[] {
  return terms.map(({ word, variants }) => [word, ...variants].join("|"));
}

/**
 * Whether a text has all terms: what `terms_condition` asks of large tables in SQL, for names that
 * are read anyway. Short words and short variants have to begin a word.
 */
export function holdsTerms(text: string, terms: readonly SearchTerm[]): boolean {
  const folded = ` ${foldedText(text)}`;
  const holds = (word: string, short: number) =>
    folded.includes(word.length > short ? word : ` ${word}`);
  return terms.every(
    ({ word, variants }) => holds(word, 2) || variants.some((variant) => holds(variant, 4)),
  );
}

/** What a found thing is compared by. */
export interface Ranked {
  /** Its name. */
  title: string;
  /** Whatever else is searched. */
  rest: readonly (string | null)[];
}

/**
 * How well the terms are met, smaller is better: whole words of the name, then beginnings of its
 * words, then the same in other fields, then parts of words, then word forms and words spelt nearly
 * the same.
 */
export function rankOf({ title, rest }: Ranked, terms: readonly SearchTerm[]): number {
  const name = ` ${spaced(title)} `;
  let joined: string | undefined;
  // Most hits are in the name: folding the rest takes longer than all that follows.
  const fields = () => (joined ??= ` ${rest.map((text) => spaced(text ?? "")).join(" ")} `);
  let rank = 0;
  for (const { word, variants } of terms) {
    if (name.includes(` ${word} `)) continue;
    if (name.includes(` ${word}`)) rank += 1;
    else if (fields().includes(` ${word} `)) rank += 2;
    else if (fields().includes(` ${word}`)) rank += 3;
    else if (name.includes(word)) rank += 4;
    else if (fields().includes(word)) rank += 5;
    else if (variants.some((variant) => name.includes(` ${variant}`))) rank += 6;
    else rank += 7;
  }
  const [first] = terms;
  // Between equals the one whose name begins with what was typed first.
  return [first?.word ?? "", ...(first?.variants ?? [])].some((word) => name.startsWith(` ${word}`))
    ? rank - 0.5
    : rank;
}

/** Names of files and mail addresses are words with signs between them. */
function spaced(text: string): string {
  return text === "" ? "" : foldedText(text).replace(/[.@+]/g, " ");
}

/** The best of these, best first; equals stay in the order given. */
export function best<T>(
  found: readonly T[],
  textsOf: (one: T) => Ranked,
  terms: readonly SearchTerm[],
  limit: number,
): T[] {
  return found
    .map((one) => ({ one, rank: rankOf(textsOf(one), terms) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ one }) => one);
}
