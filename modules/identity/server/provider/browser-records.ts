import type { AdapterPayload } from "oidc-provider";
import { errors } from "./library/library.ts";
import { z } from "zod";
import type { Secrets } from "#platform/server/secrets.ts";
import { openCookie, sealCookie } from "../realm/encrypted-cookie.ts";
import type { Realm } from "../realm/realm.ts";
import { requestFacts } from "./request-facts.ts";

/** Browsers drop a cookie of more than 4,096 bytes without a word. */
const MAX_BYTES = 3_900;

const record = z.looseObject({});

type CarriedModel = "Interaction" | "Session";

/**
 * Returns true for records of somebody who has not logged in: a login that has begun and a session
 * without an account. A login that has found its person is none, it may be used once only.
 */
export function belongsToNobody(model: string, payload: AdapterPayload): model is CarriedModel {
  if (model === "Interaction") return payload.result === undefined;
  return model === "Session" && payload.accountId === undefined;
}

/**
 * Records that belong to nobody are carried by the browser that they were made for, encrypted: else
 * anybody could fill the database without a password.
 */
export class BrowserRecords {
  readonly #secrets: Secrets;
  readonly #realm: Pick<Realm, "tenant" | "path">;

  constructor(secrets: Secrets, realm: Pick<Realm, "tenant" | "path">) {
    this.#secrets = secrets;
    this.#realm = realm;
  }

  /** Throws when the record is larger than a browser carries. */
  keep(model: CarriedModel, id: string, value: object, seconds: number): void {
    const facts = requestFacts();
    if (facts === undefined) throw new Error("a record for the browser outside of a request");
    const cookie = this.#cookie(model, id);
    const line = sealCookie(this.#secrets, {
      ...cookie,
      value,
      seconds,
      sameSite: "Lax",
      secure: facts.secure,
    });
    if (line.indexOf(";") > MAX_BYTES) throw new errors.InvalidRequest("the request is too large");
    facts.setCookie(line);
  }

  /** Returns what this request's browser carries under that id. */
  find(model: string, id: string): AdapterPayload | undefined {
    if (model !== "Interaction" && model !== "Session") return undefined;
    return openCookie(this.#secrets, requestFacts()?.cookies, this.#cookie(model, id), record);
  }

  drop(model: string, id: string): void {
    if (model !== "Interaction" && model !== "Session") return;
    const { name, path } = this.#cookie(model, id);
    requestFacts()?.setCookie(`${name}=; Path=${path}; Max-Age=0; SameSite=Lax; HttpOnly`);
  }

  /** A begun login is read at its own pages only: several tabs may have one each. */
  #cookie(model: CarriedModel, id: string) {
    const { tenant, path } = this.#realm;
    const cookie =
      model === "Interaction"
        ? { name: "login_flow", path: `${path}/login-actions/authenticate/${id}` }
        : { name: "login_guest", path: `${path}/` };
    return { ...cookie, purpose: `${cookie.name} ${tenant.id} ${id}` };
  }
}
