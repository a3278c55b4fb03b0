import { LRUCache } from "lru-cache";
import type { Change, LiveBus } from "#platform/server/live.ts";

/** The beginning of a list; null where pages are found sooner without it. */
export interface Beginning {
  ids: readonly string[] | null;
  /** Nobody comes after these. */
  whole: boolean;
}

/** How a list is found in the database. */
export interface Finding {
  /** From nothing. */
  find(): Promise<Beginning>;
  /** From what it was, and who has changed since. Undefined where that is not enough. */
  adjust(
    before: readonly string[],
    whole: boolean,
    changed: readonly string[],
  ): Promise<Beginning | undefined>;
}

interface Entry {
  tenantId: string;
  beginning: Beginning;
  /** Members who have changed since it was found. */
  changed: Set<string>;
  /** More has changed than can be told. */
  lost: boolean;
  /** What the club's changes had come to when nobody but `changed` was known to differ. */
  generation: number;
}

/** Changes whose ids are those of members. */
const OF_MEMBERS = new Set(["user", "membership", "login"]);
/** Changes that may put members into a list, or take them out, without naming them. */
const OF_ALL = new Set(["group", "custom-field"]);
/** With more it takes as long as finding it anew. */
const MOST_CHANGED = 200;

/**
 * Remembers beginnings of lists that are dear to find, and follows what changes: what is not about
 * members leaves them as they are, and a few members who have changed are put to their new places.
 */
export class RememberedLists {
  readonly #live: LiveBus;
  readonly #entries: LRUCache<string, Entry>;
  /** Being found: what changes meanwhile is noted for them too. */
  readonly #found = new Set<Entry>();
  readonly #generations = new Map<string, number>();
  #epoch = 0;

  constructor(live: LiveBus, { max, ttlMs }: { max: number; ttlMs: number }) {
    this.#live = live;
    this.#entries = new LRUCache({ max, ttl: ttlMs });
    live.onInvalidate((tenantId) => {
      if (tenantId === "*") this.#epoch++;
      else this.#generations.set(tenantId, (this.#generations.get(tenantId) ?? 0) + 1);
    });
    live.subscribe(
      (change) => this.#note(change),
      () => this.#lose(() => true),
    );
  }

  async get(tenantId: string, key: string, { find, adjust }: Finding): Promise<Beginning> {
    const cacheKey = `${tenantId} ${key}`;
    const known = this.#entries.get(cacheKey);
    if (known?.lost === false && known.generation === this.#generation(tenantId))
      return known.beginning;
    const isFollowed = known !== undefined && (await this.#live.heardAll()) && !known.lost;
    const generation = this.#generation(tenantId);
    if (isFollowed && (known.beginning.ids === null || known.changed.size === 0)) {
      known.changed.clear();
      known.generation = generation;
      return known.beginning;
    }
    const before = isFollowed ? known.beginning : undefined;
    const changed = [...(known?.changed ?? [])];
    const next: Entry = {
      tenantId,
      beginning: { ids: null, whole: false },
      changed: new Set(),
      lost: false,
      generation,
    };
    this.#found.add(next);
    try {
      const moved =
        before?.ids == null ? undefined : await adjust(before.ids, before.whole, changed);
      next.beginning = moved ?? (await find());
      this.#entries.set(cacheKey, next);
      return next.beginning;
    } finally {
      this.#found.delete(next);
    }
  }

  /** Grows with every change of the tenant, and for all tenants when changes were missed. */
  #generation(tenantId: string): number {
    return this.#epoch * 1e9 + (this.#generations.get(tenantId) ?? 0);
  }

  #note({ tenantId, kind, ids, many }: Change): void {
    const mine = (entry: Entry) => entry.tenantId === tenantId;
    if (OF_ALL.has(kind) || (many && OF_MEMBERS.has(kind))) return this.#lose(mine);
    if (!OF_MEMBERS.has(kind)) return;
    for (const entry of this.#all()) {
      if (!mine(entry)) continue;
      for (const id of ids) entry.changed.add(id);
      if (entry.changed.size > MOST_CHANGED) entry.lost = true;
    }
  }

  #lose(which: (entry: Entry) => boolean): void {
    for (const entry of this.#all()) if (which(entry)) entry.lost = true;
  }

  #all(): Entry[] {
    return [...this.#entries.values(), ...this.#found];
  }
}

/**
 * Returns the beginning of a list from those who were in it and those who have changed, all of them
 * in order and as they fit now. Where others came after the beginning, it ends with the last who
 * has not changed: behind them others may stand between. Undefined where too little is left.
 */
export function adjusted(
  inOrder: readonly string[],
  { whole, changed, most }: { whole: boolean; changed: readonly string[]; most: number },
): Beginning | undefined {
  const moved = new Set(changed);
  const certain = whole
    ? inOrder
    : inOrder.slice(0, inOrder.findLastIndex((id) => !moved.has(id)) + 1);
  const isWhole = whole && certain.length < most;
  if (!isWhole && certain.length < most / 2) return undefined;
  return { ids: certain.slice(0, most), whole: isWhole };
}
