import type { InferResult } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { now } from "#platform/server/database/expressions.ts";

function passkeys(tx: ReadTx) {
  return sqlOf(tx).selectFrom("login_passkey").select([
    "id",
    "login_id as loginId",
    "credential_id as credentialId",
    // base64url
    "public_key as publicKey",
    "counter",
    "transports",
    "name",
    "created_at as createdAt",
    "last_used_at as lastUsedAt",
  ]);
}

export type Passkey = InferResult<ReturnType<typeof passkeys>>[number];

export async function listPasskeys(tx: ReadTx, loginId: string): Promise<Passkey[]> {
  return passkeys(tx).where("login_id", "=", loginId).orderBy("created_at").execute();
}

export async function findPasskey(tx: ReadTx, credentialId: string): Promise<Passkey | undefined> {
  return passkeys(tx).where("credential_id", "=", credentialId).executeTakeFirst();
}

export async function insertPasskey(
  tx: WriteTx,
  passkey: Omit<Passkey, "createdAt" | "lastUsedAt">,
): Promise<void> {
  await sqlOf(tx)
    .insertInto("login_passkey")
    .values({
      id: passkey.id,
      login_id: passkey.loginId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
    })
    .execute();
}

export async function notePasskeyUse(tx: WriteTx, id: string, counter: number): Promise<void> {
  await sqlOf(tx)
    .updateTable("login_passkey")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .execute();
}

export async function deletePasskeys(tx: WriteTx, loginId: string): Promise<void> {
  await sqlOf(tx).deleteFrom("login_passkey").where("login_id", "=", loginId).execute();
}

export async function deletePasskey(tx: WriteTx, loginId: string, id: string): Promise<boolean> {
  const result = await sqlOf(tx)
    .deleteFrom("login_passkey")
    .where("login_id", "=", loginId)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
