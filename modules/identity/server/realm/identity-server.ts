import type { FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import type { Services } from "#platform/server/services.ts";
import { homeOf } from "./origins.ts";
import { confirmLogoutPage, messagePage } from "../pages/login-pages.ts";
import { Providers } from "../provider/provider.ts";
import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";
import { type Realm, Realms } from "./realm.ts";

/** What all routes of the identity provider share. */
export class IdentityServer {
  readonly services: Services;
  readonly realms: Realms;
  readonly providers: Providers;
  readonly #realmOfRequest = new WeakMap<FastifyRequest, Realm>();

  constructor(services: Services) {
    this.services = services;
    this.realms = new Realms(services);
    this.providers = new Providers(services, {
      error: async (realm, problem) =>
        messagePage(realm, await this.realms.look(realm), {
          ...problem,
          link: this.homeLink(realm),
        }),
      confirmLogout: async (realm, { action, xsrf }, immediately) =>
        confirmLogoutPage(realm, await this.realms.look(realm), { action, xsrf, immediately }),
      loggedOut: async (realm) =>
        messagePage(realm, await this.realms.look(realm), {
          title: "Sie sind abgemeldet",
          text: "Sie können dieses Fenster schließen oder sich wieder anmelden.",
          link: this.homeLink(realm, "Wieder anmelden"),
        }),
    });
  }

  bind(request: FastifyRequest, realm: Realm): void {
    this.#realmOfRequest.set(request, realm);
  }

  realm(request: FastifyRequest): Realm {
    const realm = this.#realmOfRequest.get(request);
    if (realm === undefined) throw new Error("route without realm");
    return realm;
  }

  provider(request: FastifyRequest): Promise<Provider> {
    return this.providers.get(this.realm(request));
  }

  /** Returns with a page for people, never kept by caches. */
  async page(
    request: FastifyRequest,
    reply: FastifyReply,
    render: (realm: Realm, club: ClubLook) => string,
    status = 200,
  ): Promise<void> {
    const realm = this.realm(request);
    const text = render(realm, await this.realms.look(realm));
    await reply
      .code(status)
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(text);
  }

  homeLink(realm: Realm, label = "Zur Startseite"): { label: string; href: string } {
    return { label, href: `${homeOf(this.services.environment, realm.tenant.name)}/` };
  }

  /** Scheme and host as browsers see them: the configured ones, else those of the request. */
  browserOrigin(request: FastifyRequest): URL {
    const { environment } = this.services;
    const { name } = this.realm(request).tenant;
    // A request of HTTP/1.0 may name no host.
    if (environment.hasPublicUrl || request.host === "")
      return new URL(environment.publicUrl(name));
    const scheme = request.protocol === "https" ? "https" : "http";
    return new URL(`${scheme}://${request.host}`);
  }

  secureCookies(request: FastifyRequest): boolean {
    return this.browserOrigin(request).protocol === "https:";
  }
}
