import { LRUCache } from "lru-cache";
import type { Database } from "../database/database.ts";
import { selectTenantName } from "./queue-queries.ts";

const MAX_NAMES = 1_000;
/** Clubs are hardly ever renamed, and a log may say the old name so long. */
const KEPT_MS = 60_000;

/** Names of clubs for the log, which works while the database is away too. */
export class TenantNames {
  readonly #database: Pick<Database, "queryWithoutTenant">;
  readonly #names = new LRUCache<string, string>({ max: MAX_NAMES, ttl: KEPT_MS });

  constructor(database: Pick<Database, "queryWithoutTenant">) {
    this.#database = database;
  }

  /** Returns undefined for a club that is gone, or can't be looked up now. */
  async find(id: string): Promise<string | undefined> {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = await selectTenantName(this.#database, id).catch(() => undefined);
    if (name !== undefined) this.#names.set(id, name);
    return name;
  }

  /** Returns the name if it was looked up lately. */
  known(id: string): string | undefined {
    return this.#names.get(id, { allowStale: true });
  }
}
