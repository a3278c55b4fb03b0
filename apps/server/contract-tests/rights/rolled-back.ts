import type { Database } from "#platform/server/database/database.ts";

/** Ends a transaction whose work is done. */
class Done<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super("done");
    this.result = result;
  }
}

/**
 * From now on transactions do their work, with every check of server and database, and are then
 * rolled back: a call answers as it would and leaves everything as it was for the next try.
 */
export function rollBackWrites(database: Database): void {
  const { write, bulk } = database;
  database.write = (tenantId, actor, work) =>
    undone((failing) => write(tenantId, actor, async (tx) => failing(await work(tx))));
  database.bulk = (tenantId, actor, work) =>
    undone((failing) => bulk(tenantId, actor, async (tx) => failing(await work(tx))));
}

async function undone<T>(run: (failing: (result: T) => never) => Promise<T>): Promise<T> {
  try {
    return await run((result) => {
      throw new Done(result);
    });
  } catch (error) {
    if (error instanceof Done) return error.result as T;
    throw error;
  }
}
