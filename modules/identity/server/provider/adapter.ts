import { createHash } from "node:crypto";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { errors } from "./library/library.ts";
import { type Database, systemActor } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import type { Realm } from "../realm/realm.ts";
import { belongsToNobody, BrowserRecords } from "./browser-records.ts";
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findRecord,
  findSessionRecord,
  type FoundRecord,
  upsertRecord,
} from "./record-queries.ts";
import { requestFacts } from "./request-facts.ts";

const ACTOR = systemActor("Anmeldung");
/**
 * A refresh whose answer was lost may be repeated this long; else a bad network logs every tab out.
 */
export const REFRESH_REPEAT_SECONDS = 30;

/**
 * Keeps the provider's records of one tenant in the database, under the hash of their names; what
 * belongs to nobody is carried by the browser.
 */
export function recordAdapter(
  { database, secrets }: Pick<Services, "database" | "secrets">,
  realm: Realm,
): (model: string) => Adapter {
  const browser = new BrowserRecords(secrets, realm);
  return (model) => new RecordAdapter(database, browser, realm.tenant.id, model);
}

class RecordAdapter implements Adapter {
  readonly #database: Database;
  readonly #browser: BrowserRecords;
  readonly #tenantId: string;
  readonly #model: string;

  constructor(database: Database, browser: BrowserRecords, tenantId: string, model: string) {
    this.#database = database;
    this.#browser = browser;
    this.#tenantId = tenantId;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    // Neither the record's own name nor the session's, which a running login repeats, is kept in
    // clear.
    const { jti: _, ...kept } = payload;
    if (kept.session?.cookie !== undefined) kept.session = { ...kept.session, cookie: undefined };
    if (belongsToNobody(this.#model, payload))
      return this.#browser.keep(this.#model, id, kept, expiresIn);
    await this.#database.writeAtOnce(this.#tenantId, ACTOR, (tx) =>
      upsertRecord(tx, {
        model: this.#model,
        id_hash: hash(id),
        payload: kept,
        grant_id: payload.grantId ?? null,
        session_uid: payload.uid ?? payload.sessionUid ?? null,
        login_id: payload.accountId ?? null,
        user_agent: this.#model === "Session" ? (requestFacts()?.userAgent ?? null) : null,
        expires_at: new Date(Date.now() + expiresIn * 1000),
      }),
    );
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const found = await this.#database.read(this.#tenantId, (tx) =>
      findRecord(tx, this.#model, hash(id)),
    );
    // The database first: a login that has found its person must not be begun again by a copy of the
    // cookie from before.
    const payload = found ? this.#restored(found) : this.#browser.find(this.#model, id);
    return payload && { ...payload, jti: id };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const found = await this.#database.read(this.#tenantId, (tx) => findSessionRecord(tx, uid));
    return found && this.#restored(found);
  }

  /** Device codes are switched off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  /** One conditional update: of two simultaneous redemptions one fails. */
  async consume(id: string): Promise<void> {
    const again = this.#model === "RefreshToken" ? REFRESH_REPEAT_SECONDS : 0;
    const won = await this.#database.writeAtOnce(this.#tenantId, ACTOR, (tx) =>
      consumeRecord(tx, this.#model, hash(id), again),
    );
    if (!won) throw new errors.InvalidGrant("already used");
  }

  async destroy(id: string): Promise<void> {
    this.#browser.drop(this.#model, id);
    await this.#database.writeAtOnce(this.#tenantId, ACTOR, (tx) =>
      deleteRecord(tx, this.#model, hash(id)),
    );
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#database.writeAtOnce(this.#tenantId, ACTOR, (tx) =>
      deleteRecordsOfGrant(tx, this.#model, grantId),
    );
  }

  #restored({ payload, consumedAt }: FoundRecord): AdapterPayload {
    const hidden =
      this.#model === "RefreshToken" &&
      consumedAt !== null &&
      Date.now() - consumedAt.getTime() < REFRESH_REPEAT_SECONDS * 1000;
    return consumedAt === null || hidden
      ? payload
      : { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) };
  }
}

function hash(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
