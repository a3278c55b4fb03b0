import type { FastifyInstance } from "fastify";
import { createHash, randomBytes } from "node:crypto";

export interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
  expires_in: number;
}

/**
 * A small browser for HTTP tests: keeps cookies by path, fills the login form, exchanges the code.
 */
export class TestBrowser {
  readonly #server: FastifyInstance;
  readonly #cookies = new Map<string, { value: string; path: string }>();
  readonly realm: string;
  readonly origin: string;
  address = "203.0.113.7";

  constructor(server: FastifyInstance, tenantName: string, origin: string) {
    this.#server = server;
    this.realm = `/realms/${tenantName}`;
    this.origin = origin;
  }

  request(
    method: "GET" | "POST",
    url: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ) {
    return form === undefined
      ? this.#send(method, url, undefined, headers)
      : this.#send(method, url, new URLSearchParams(form).toString(), {
          "content-type": "application/x-www-form-urlencoded",
          ...headers,
        });
  }

  /** Posts as the scripts of the pages do. */
  postJson(url: string, body: unknown, headers: Record<string, string> = {}) {
    return this.#send("POST", url, JSON.stringify(body), {
      "content-type": "application/json",
      ...headers,
    });
  }

  async #send(
    method: "GET" | "POST",
    url: string,
    payload: string | undefined,
    headers: Record<string, string>,
  ) {
    const { pathname, search } = new URL(url, this.origin);
    const cookie = [...this.#cookies.entries()]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split("|")[0]}=${value}`)
      .join("; ");
    const response = await this.#server.inject({
      method,
      url: pathname + search,
      headers: {
        host: new URL(this.origin).host,
        ...(cookie === "" ? {} : { cookie }),
        "user-agent":
          "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
        ...headers,
      },
      remoteAddress: this.address,
      ...(payload === undefined ? {} : { payload }),
    });
    const set = response.headers["set-cookie"];
    for (const line of set === undefined ? [] : [set].flat()) {
      const [pair = "", ...attributes] = line.split("; ");
      const separator = pair.indexOf("=");
      const path =
        attributes.find((part) => part.toLowerCase().startsWith("path="))?.slice(5) ?? "/";
      const key = `${pair.slice(0, separator)}|${path}`;
      const gone = attributes.some((part) => /^expires=thu, 01 jan 1970/i.test(part));
      if (gone || pair.slice(separator + 1) === "") this.#cookies.delete(key);
      else this.#cookies.set(key, { value: pair.slice(separator + 1), path });
    }
    return response;
  }

  /** Puts a cookie in, as one who steals or forges it would. */
  setCookie(name: string, value: string, path: string): void {
    this.#cookies.set(`${name}|${path}`, { value, path });
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.entries()].find(([key]) => key.startsWith(`${name}|`))?.[1].value;
  }

  authorizationUrl(verifier: string, extra: Record<string, string> = {}): string {
    const parameters = new URLSearchParams({
      client_id: "frontend",
      redirect_uri: `${this.origin}/`,
      state: "state",
      nonce: "nonce",
      response_mode: "fragment",
      response_type: "code",
      scope: "openid",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...extra,
    });
    return `${this.realm}/protocol/openid-connect/auth?${parameters.toString()}`;
  }

  /** Opens the login page; returns its address. */
  async openLogin(verifier: string, extra: Record<string, string> = {}): Promise<string> {
    const response = await this.request("GET", this.authorizationUrl(verifier, extra));
    if (response.statusCode !== 303)
      throw new Error(`authorization answered ${response.statusCode}: ${response.body}`);
    return String(response.headers.location);
  }

  async submit(loginUrl: string, username: string, password: string) {
    return this.request("POST", loginUrl, { username, password });
  }

  /** Follows redirects until the browser would be back at the application; returns its fragment. */
  async followToApplication(location: string): Promise<URLSearchParams> {
    let next = location;
    for (let step = 0; step < 6; step++) {
      const url = new URL(next, this.origin);
      if (url.pathname === "/" || !url.pathname.startsWith("/realms/"))
        return new URLSearchParams(url.hash.slice(1));
      const response = await this.request("GET", next);
      if (response.headers.location === undefined)
        throw new Error(`no redirect at ${next}: ${response.statusCode} ${response.body}`);
      next = String(response.headers.location);
    }
    throw new Error("too many redirects");
  }

  exchange(code: string, verifier: string, redirectUri = `${this.origin}/`) {
    return this.request("POST", `${this.realm}/protocol/openid-connect/token`, {
      grant_type: "authorization_code",
      client_id: "frontend",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  }

  refresh(refreshToken: string) {
    return this.request("POST", `${this.realm}/protocol/openid-connect/token`, {
      grant_type: "refresh_token",
      client_id: "frontend",
      refresh_token: refreshToken,
    });
  }

  /** Whole login with name and password, or by the session that is already there. */
  async logIn(username: string, password: string): Promise<Tokens> {
    const verifier = randomBytes(48).toString("base64url");
    let next = await this.openLogin(verifier);
    if (next.includes("/login-actions/")) {
      const submitted = await this.submit(next, username, password);
      if (submitted.statusCode !== 303)
        throw new Error(`login answered ${submitted.statusCode}: ${submitted.body}`);
      next = String(submitted.headers.location);
    }
    const answer = await this.followToApplication(next);
    const tokens = await this.exchange(answer.get("code") ?? "", verifier);
    if (tokens.statusCode !== 200)
      throw new Error(`token answered ${tokens.statusCode}: ${tokens.body}`);
    return tokens.json();
  }
}
