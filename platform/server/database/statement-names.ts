import { LRUCache } from "lru-cache";

/** A statement is prepared when it comes so often: what a filter makes up once is not. */
const COMES_OFTEN = 5;
/** A connection keeps each of them with its plan, some ten KiB. */
const MOST = 250;
const MOST_COUNTED = 2_000;

/**
 * Names of the statements that connections prepare: PostgreSQL then parses and mostly plans them
 * once, which for short ones is most of its work. One for all connections of a pool; each of them
 * prepares what it meets.
 */
export class StatementNames {
  readonly #counts = new LRUCache<string, number>({ max: MOST_COUNTED });
  readonly #names = new Map<string, string>();
  #generation = 0;

  /** Returns the name of a statement; undefined where it is not worth one. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < COMES_OFTEN || this.#names.size >= MOST) {
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = `vereinsheim ${this.#generation}.${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Has every statement prepared anew: a newer version of the product has changed a table. */
  renew(): void {
    this.#generation++;
    this.#names.clear();
  }
}
