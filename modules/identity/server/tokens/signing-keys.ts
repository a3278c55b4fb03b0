import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import {
  insertFirstSigningKey,
  listSigningKeys,
  replaceSigningKey,
  type SigningKeyRow,
} from "./signing-key-queries.ts";

const PURPOSE = "signing-key";

export interface SigningKey {
  id: string;
  privateJwk: JWK;
  publicKey: KeyObject;
}

type Needs = Pick<Services, "database" | "secrets">;

/** The tenant's keys, newest first; makes the first one when there is none. */
export async function signingKeys(
  { database, secrets }: Needs,
  tenantId: string,
): Promise<SigningKey[]> {
  let rows = await database.read(tenantId, listSigningKeys);
  if (rows.length === 0) {
    const made = await newKey(secrets);
    rows = await database.write(tenantId, systemActor(), async (tx) => {
      await insertFirstSigningKey(tx, made);
      return listSigningKeys(tx);
    });
    // Another process was faster and its key is not yet visible to this transaction's snapshot.
    if (rows.length === 0) rows = await database.read(tenantId, listSigningKeys);
  }
  return rows.map(({ id, privateKey }) => {
    const privateJwk = JSON.parse(secrets.decrypt(PURPOSE, privateKey)) as JWK;
    const { d: _, ...publicJwk } = privateJwk;
    return {
      id,
      privateJwk,
      publicKey: createPublicKey({ key: publicJwk as Record<string, string>, format: "jwk" }),
    };
  });
}

/** Signs with a new key from now on; tokens of the old one stay good until they expire. */
export async function rotateSigningKey(
  { secrets }: Pick<Services, "secrets">,
  tx: WriteTx,
): Promise<void> {
  await replaceSigningKey(tx, await newKey(secrets));
}

async function newKey(secrets: Services["secrets"]): Promise<SigningKeyRow> {
  const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "jwk",
  });
  const id = await calculateJwkThumbprint(jwk as JWK);
  return {
    id,
    privateKey: secrets.encrypt(
      PURPOSE,
      JSON.stringify({ ...jwk, kid: id, alg: "ES256", use: "sig" }),
    ),
  };
}
