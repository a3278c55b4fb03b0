import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

export interface SigningKeyRow {
  id: string;
  /** Encrypted. */
  privateKey: string;
}

/**
 * Returns the keys, newest first. Retired ones stay until no token signed with them can be valid
 * any more.
 */
export async function listSigningKeys(tx: ReadTx): Promise<SigningKeyRow[]> {
  return sqlOf(tx)
    .selectFrom("signing_key")
    .select(["id", "private_key as privateKey"])
    .where((where) =>
      where.or([
        where("retired_at", "is", null),
        where("retired_at", ">", sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .orderBy(sql`retired_at DESC NULLS FIRST`)
    .execute();
}

/** Keeps the key unless another process was faster. */
export async function insertFirstSigningKey(tx: WriteTx, key: SigningKeyRow): Promise<void> {
  await sqlOf(tx)
    .insertInto("signing_key")
    .values({ id: key.id, private_key: key.privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function replaceSigningKey(tx: WriteTx, key: SigningKeyRow): Promise<void> {
  await sqlOf(tx)
    .updateTable("signing_key")
    .set({ retired_at: sql`now()` })
    .where("retired_at", "is", null)
    .execute();
  await sqlOf(tx)
    .insertInto("signing_key")
    .values({ id: key.id, private_key: key.privateKey })
    .execute();
}
