import { LRUCache } from "lru-cache";
import type { LiveBus } from "../live.ts";

/**
 * Remembers values of a tenant until anything in that tenant changes, in this process or another,
 * or some seconds have passed. A value whose reading began before a change is used once but not
 * kept.
 */
export class TenantCache<V extends {}> {
  readonly #entries: LRUCache<string, { value: V; generation: number }>;
  readonly #generations = new Map<string, number>();
  #epoch = 0;

  constructor(live: LiveBus, { max = 5_000, ttlMs = 5_000 } = {}) {
    this.#entries = new LRUCache({ max, ttl: ttlMs });
    live.onInvalidate((tenantId) => {
      if (tenantId === "*") this.#epoch++;
      else this.#generations.set(tenantId, (this.#generations.get(tenantId) ?? 0) + 1);
    });
  }

  async get(tenantId: string, key: string, load: () => Promise<V>): Promise<V> {
    const cacheKey = `${tenantId} ${key}`;
    const generation = this.#generation(tenantId);
    const known = this.#entries.get(cacheKey);
    if (known?.generation === generation) return known.value;
    const value = await load();
    if (this.#generation(tenantId) === generation)
      this.#entries.set(cacheKey, { value, generation });
    return value;
  }

  /** Changes with every change of the tenant; the epoch part moves all tenants at once. */
  #generation(tenantId: string): number {
    return this.#epoch * 1e9 + (this.#generations.get(tenantId) ?? 0);
  }
}
