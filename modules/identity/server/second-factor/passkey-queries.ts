import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";

export interface Passkey {
  id: string;
  loginId: string;
  credentialId: string;
  /** base64url */
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

function passkeys(tx: ReadTx) {
  return sqlOf(tx)
    .selectFrom("login_passkey")
    .select([
      "id",
      "login_id as loginId",
      "credential_id as credentialId",
      "public_key as publicKey",
      "counter",
      "transports",
      "name",
      "created_at as createdAt",
      "last_used_at as lastUsedAt",
    ]);
}

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
    .set({ counter, last_used_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

export async function deletePasskey(tx: WriteTx, loginId: string, id: string): Promise<boolean> {
  const result = await sqlOf(tx)
    .deleteFrom("login_passkey")
    .where("login_id", "=", loginId)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
