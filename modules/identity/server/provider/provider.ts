import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import { LRUCache } from "lru-cache";
import { serverPagePolicy } from "#platform/server/http/server-pages/server-page.ts";
import type { Services } from "#platform/server/services.ts";
import { isOwnAddress } from "../realm/origins.ts";
import type { Realm } from "../realm/realm.ts";
import { providerConfiguration } from "./configuration.ts";
import { Provider } from "./library/library.ts";
import { explainToScripts, type ProviderPages, sendFailure } from "./provider-pages.ts";
import { requestFacts } from "./request-facts.ts";
import { signingKeys } from "../tokens/signing-keys.ts";

const SESSION_STATE_COOKIE = "login_state";
/**
 * Content security policy of what the library itself renders; it adds the hash of its own submit
 * script.
 */
const POLICY = serverPagePolicy({
  scriptSrc: ["'self'"],
  imgSrc: ["data:"],
  formAction: ["'self'"],
  frameAncestors: ["'self'"],
});

/** One provider per tenant, built at first use. */
export class Providers {
  readonly #services: Services;
  readonly #pages: ProviderPages;
  readonly #built = new LRUCache<string, Promise<Provider>>({ max: 500 });

  constructor(services: Services, pages: ProviderPages) {
    this.#services = services;
    this.#pages = pages;
    // A new signing key or name shows at once; building again costs less than a millisecond.
    services.live.subscribe(
      ({ tenantId, kind }) => {
        if (kind === "signing-key" || kind === "tenant") this.#built.delete(tenantId);
      },
      () => this.#built.clear(),
    );
  }

  get(realm: Realm): Promise<Provider> {
    const key = realm.tenant.id;
    let provider = this.#built.get(key);
    if (provider === undefined) {
      provider = build(this.#services, realm, this.#pages);
      this.#built.set(key, provider);
      provider.catch(() => this.#built.delete(key));
    }
    return provider;
  }
}

async function build(services: Services, realm: Realm, pages: ProviderPages): Promise<Provider> {
  const keys = await signingKeys(services, realm.tenant.id);
  const provider = new Provider(
    realm.issuer,
    providerConfiguration({ services, realm, keys, pages }),
  );
  // Our routes decide host and protocol before the library sees the request and hand them over in
  // these headers.
  provider.proxy = true;
  const { environment } = services;
  const logOf = () => requestFacts()?.log ?? services.log.child({ tenant: realm.tenant.name });

  const allowed = (value: unknown) =>
    isOwnAddress(environment, realm.tenant.name, value, requestFacts()?.host);
  provider.Client.prototype.redirectUriAllowed = allowed;
  provider.Client.prototype.postLogoutRedirectUriAllowed = allowed;
  Object.assign(provider.RefreshToken.prototype, { generateTokenId: readableTokenId });

  provider.on("authorization.success", (ctx, out) => {
    if (out !== undefined) out.session_state = ctx.oidc.session?.uid;
  });
  provider.on("server_error", (ctx, error) => {
    logOf().error({ err: error }, "identity provider failed");
    explainToScripts(ctx, error);
  });
  // Without a listener the library's server prints what it does not answer.
  (provider as EventEmitter).on("error", (error: unknown) =>
    logOf().warn({ err: error }, "identity provider did not answer"),
  );

  provider.use(async (ctx, next) => {
    ctx.set("content-security-policy", POLICY);
    try {
      await next();
    } catch (error) {
      // The library saves its session around everything else: what fails there it leaves to koa.
      logOf().error({ err: error }, "identity provider failed");
      return sendFailure(ctx, error, { realm, pages });
    }
    if (
      !/^(authorization|resume|end_session)/.test(
        String((ctx as { _matchedRouteName?: string })._matchedRouteName ?? ""),
      )
    )
      return;
    const session = (
      ctx as { oidc?: { session?: { uid?: string; accountId?: string; destroyed?: boolean } } }
    ).oidc?.session;
    const uid =
      session?.accountId !== undefined && session.destroyed !== true ? session.uid : undefined;
    // Read by the status frame's script, hence not httpOnly; a hash, hence worth nothing elsewhere.
    ctx.cookies.set(SESSION_STATE_COOKIE, uid === undefined ? null : sessionStateOf(uid), {
      path: `${realm.path}/`,
      httpOnly: false,
      sameSite: "lax",
      signed: false,
      overwrite: true,
    });
  });
  return provider;
}

/** What the status frame compares: a hash of the session's name. */
export function sessionStateOf(uid: string): string {
  return createHash("sha256").update(uid).digest("base64url");
}

/**
 * keycloak-js decodes the refresh token like a JWT; ours begins like one and ends with the random
 * part.
 */
function readableTokenId(this: { sessionUid?: string; expiration: number }): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = part({ alg: "none", typ: "JWT" });
  const payload = part({
    typ: "Refresh",
    sid: this.sessionUid,
    iat: now,
    exp: now + this.expiration,
  });
  return `${header}.${payload}.${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url")}`;
}
