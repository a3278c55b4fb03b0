import { sql } from "kysely";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import { sqlOf } from "#platform/server/database/database.ts";

interface Tables {
  login_passkey: {
    id: string;
    login_id: string;
    credential_id: string;
    public_key: string;
    counter: string;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
}

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
  return sqlOf<Tables>(tx)
    .selectFrom("login_passkey")
    .select([
      "id",
      "login_id as loginId",
      "credential_id as credentialId",
      "public_key as publicKey",
      sql<number>`counter::float8`.as("counter"),
      "transports",
      "name",
      sql<Date>`created_at`.as("createdAt"),
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
  await sqlOf<Tables>(tx)
    .insertInto("login_passkey")
    .values({
      id: passkey.id,
      login_id: passkey.loginId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: String(passkey.counter),
      transports: passkey.transports,
      name: passkey.name,
      created_at: sql`now()`,
      last_used_at: null,
    })
    .execute();
}

export async function notePasskeyUse(tx: WriteTx, id: string, counter: number): Promise<void> {
  await sqlOf<Tables>(tx)
    .updateTable("login_passkey")
    .set({ counter: String(counter), last_used_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

export async function deletePasskey(tx: WriteTx, loginId: string, id: string): Promise<boolean> {
  const result = await sqlOf<Tables>(tx)
    .deleteFrom("login_passkey")
    .where("login_id", "=", loginId)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
