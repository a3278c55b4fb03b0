import { type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";

function signingKeys(tx: ReadTx) {
  return sqlOf(tx).selectFrom("signing_key").select(["id", "private_key as privateKey"]);
}

/** A key of which the private half is encrypted. */
export type SigningKeyRow = InferResult<ReturnType<typeof signingKeys>>[number];

/**
 * Returns the keys, newest first. Retired ones stay until no token signed with them can be valid
 * any more.
 */
export function listSigningKeys(tx: ReadTx): Promise<SigningKeyRow[]> {
  return signingKeys(tx)
    .where((where) =>
      where.or([
        where("retired_at", "is", null),
        where("retired_at", ">", sql<Date>`now() - interval '1 day'`),
      ]),
    )
    .orderBy("retired_at", (order) => order.desc().nullsFirst())
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
    .set({ retired_at: now })
    .where("retired_at", "is", null)
    .execute();
  await sqlOf(tx)
    .insertInto("signing_key")
    .values({ id: key.id, private_key: key.privateKey })
    .execute();
}
