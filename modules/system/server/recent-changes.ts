import type { Change } from "#platform/server/live.ts";

/** What a stream says of one kind: which things changed, or that they are too many to name. */
export interface KindChange {
  ids: Set<string>;
  many: boolean;
}

export type KindChanges = Map<string, KindChange>;

export function gather(
  changes: KindChanges,
  { kind, ids, many }: Pick<Change, "kind" | "ids" | "many">,
): void {
  const known = changes.get(kind) ?? { ids: new Set(), many: false };
  for (const id of ids) known.ids.add(id);
  known.many ||= many;
  changes.set(kind, known);
}

const KEPT_MS = 60_000;
const KEPT_CHANGES = 5_000;
/**
 * A change is heard of a moment after it happened; who says "since then" means a little earlier.
 */
const MARGIN_MS = 2_000;

/**
 * The changes of the last minute, so that a page that was away for a moment hears just what it
 * missed instead of reading everything again. Holds for all processes: each hears every change.
 */
export class RecentChanges {
  readonly #now: () => number;
  #entries: { at: number; change: Change }[] = [];
  /** Everything since then is kept. */
  #completeSince: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#completeSince = now();
  }

  add(change: Change): void {
    this.#entries.push({ at: this.#now(), change });
    if (this.#entries.length > KEPT_CHANGES * 2) this.#drop(this.#entries.length - KEPT_CHANGES);
  }

  /** Changes were missed here: nothing before now is complete. */
  forget(): void {
    this.#entries = [];
    this.#completeSince = this.#now();
  }

  /**
   * What changed in a tenant during the last milliseconds; undefined when that is not known
   * completely.
   */
  since(tenantId: string, milliseconds: number): KindChanges | undefined {
    const now = this.#now();
    const from = now - milliseconds - MARGIN_MS;
    if (milliseconds > KEPT_MS || from < this.#completeSince) return undefined;
    const changes: KindChanges = new Map();
    for (const { at, change } of this.#entries)
      if (at >= from && change.tenantId === tenantId) gather(changes, change);
    return changes;
  }

  #drop(count: number): void {
    const last = this.#entries[count - 1];
    if (last === undefined) return;
    this.#entries = this.#entries.slice(count);
    this.#completeSince = last.at;
  }
}
