import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWK, SignJWT, type GenerateKeyPairResult } from "jose";

export interface DoubleUser {
  id: string;
  username: string;
  enabled: boolean;
  email?: string;
  firstName?: string;
  lastName?: string;
  attributes?: Record<string, string[]>;
  [other: string]: unknown;
}

export interface DoubleClient {
  id: string;
  clientId: string;
  protocolMappers: { id: string; name: string; [other: string]: unknown }[];
  [other: string]: unknown;
}

export interface DoubleProfile {
  attributes: {
    name: string;
    permissions?: { view: string[]; edit: string[] };
    required?: object;
  }[];
}

interface Answer {
  status: number;
  body?: unknown;
  location?: string;
}

interface Asked {
  method: string;
  path: string[];
  query: URLSearchParams;
  body: unknown;
}

/** As a Keycloak makes it with each realm. */
const OWN = { view: ["admin", "user"], edit: ["admin", "user"] };
const PROFILE: DoubleProfile = {
  attributes: [
    { name: "username", permissions: OWN },
    { name: "email", permissions: OWN, required: { roles: ["user"] } },
    { name: "firstName", permissions: OWN, required: { roles: ["user"] } },
    { name: "lastName", permissions: OWN, required: { roles: ["user"] } },
  ],
};

const ok = (body: unknown): Answer => ({ status: 200, body });
const NO_CONTENT: Answer = { status: 204 };
const NOT_FOUND: Answer = { status: 404, body: {} };
const CONFLICT: Answer = { status: 409, body: {} };

/**
 * Stands for a Keycloak in tests: an HTTP server that keeps what a Keycloak would, tells what was
 * asked of it, and can be away, hang or refuse.
 */
export class KeycloakDouble {
  /** `METHOD /path` of each call to the administration, oldest first. */
  asked: string[] = [];
  /** What each realm was made with. */
  readonly realms = new Map<string, { realm: string; [other: string]: unknown }>();
  /** By realm, the client of its pages. */
  readonly clients = new Map<string, DoubleClient>();
  readonly users = new Map<string, DoubleUser>();
  /** Passwords set, by user. */
  readonly passwords = new Map<string, string>();
  /** Users to whom a link was mailed, in order, with its lifespan in seconds. */
  readonly mails: { userId: string; seconds: number }[] = [];
  readonly sessions = new Map<string, { id: string; start: number; lastAccess: number }[]>();
  credentials: object[] = [];
  /** Administrator tokens given out. */
  tokens = 0;
  /** So many calls are refused with 401, as after a restart. */
  refusals = 0;
  /** Status of every answer while it is out of order. */
  outage: number | undefined;
  /** Since version 24; before, users have whatever attributes they are given. */
  knowsProfiles = true;
  /** What each realm knows of its users. */
  readonly profiles = new Map<string, DoubleProfile>();
  /** As its profile of users may say: one without an address is refused. */
  demandsAddress = false;
  url = "";
  readonly #server: Server;
  readonly #hanging = new Set<() => void>();
  #hangs = false;
  /** By the algorithm that a realm signs with. */
  readonly #keys = new Map<string, Promise<GenerateKeyPairResult>>();

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    // A busy machine is late: a connection that ends just when it is used again is no test's matter.
    this.#server.keepAliveTimeout = 0;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    this.url = `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    this.goOn();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Takes calls to the administration and says nothing, until `goOn`. */
  hang(): void {
    this.#hangs = true;
  }

  goOn(): void {
    this.#hangs = false;
    for (const release of this.#hanging) release();
    this.#hanging.clear();
  }

  /** Requests that get no answer yet. */
  get waiting(): number {
    return this.#hanging.size;
  }

  /** Variables of an installation that has this for its Keycloak. */
  get variables(): Record<string, string> {
    return {
      AUTH_URL: this.url,
      AUTH_ADMIN_CLIENT: "vereinsheim",
      AUTH_ADMIN_PASSWORD: "secret",
    };
  }

  /** Returns the calls that change something, without those that only look. */
  get changes(): string[] {
    return this.asked.filter((call) => !call.startsWith("GET"));
  }

  userOf(memberId: string): DoubleUser | undefined {
    return [...this.users.values()].find((user) =>
      user.attributes?.["memberId"]?.includes(memberId),
    );
  }

  /** Opens a session, as a login would. */
  openSession(userId: string): string {
    const id = randomUUID();
    const at = Date.now();
    const known = this.sessions.get(userId) ?? [];
    this.sessions.set(userId, [...known, { id, start: at, lastAccess: at }]);
    return id;
  }

  /** An access token of a realm, with other claims where given. */
  async token(
    realm: string,
    userId: string,
    claims: Record<string, unknown> = {},
    alg = "RS256",
  ): Promise<string> {
    const { privateKey } = await this.#keyPair(alg);
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: `${this.url}/realms/${realm}`,
      aud: "urn:vereinsheim:api",
      sub: userId,
      typ: "Bearer",
      azp: "frontend",
      sid: "0123456789",
      iat: now,
      exp: now + 300,
      ...claims,
    })
      .setProtectedHeader({ alg, kid: kidOf(alg) })
      .sign(privateKey);
  }

  #keyPair(alg: string): Promise<GenerateKeyPairResult> {
    const pair = this.#keys.get(alg) ?? generateKeyPair(alg, { extractable: true });
    this.#keys.set(alg, pair);
    return pair;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isAdministration = request.url?.startsWith("/admin/") === true;
    if (this.#hangs && isAdministration)
      await new Promise<void>((resolve) => this.#hanging.add(resolve));
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://double");
    const { status, body, location } =
      this.outage === undefined
        ? await this.#answer(request, pathname, query, Buffer.concat(chunks).toString())
        : { status: this.outage, body: {} };
    response
      .writeHead(status, {
        "content-type": "application/json",
        ...(location === undefined ? {} : { location }),
      })
      .end(body === undefined ? undefined : JSON.stringify(body));
  }

  async #answer(
    { method = "GET", headers }: IncomingMessage,
    pathname: string,
    query: URLSearchParams,
    text: string,
  ): Promise<Answer> {
    if (pathname === "/realms/master/protocol/openid-connect/token") {
      this.tokens++;
      return ok({ access_token: `token${this.tokens}`, expires_in: 60 });
    }
    if (pathname === "/realms/master") return ok({ realm: "master" });
    if (pathname.endsWith("/protocol/openid-connect/certs"))
      return ok({ keys: await this.#jwks() });
    this.asked.push(`${method} ${pathname}`);
    if (this.refusals-- > 0 || !headers.authorization?.startsWith("Bearer token"))
      return { status: 401, body: {} };
    const path = pathname.split("/").slice(3);
    return this.#administer({ method, path, query, body: text === "" ? {} : JSON.parse(text) });
  }

  #administer(asked: Asked): Answer {
    const { method, path, body } = asked;
    const [realm = "", kind, id] = path;
    if (realm === "") {
      const made = body as { realm: string };
      this.realms.set(made.realm, made);
      return { status: 201 };
    }
    if (kind === undefined) return this.#realm(asked, realm);
    if (kind === "clients") return this.#client(asked, realm);
    if (kind === "sessions") return this.#endSession(id ?? "");
    if (id === "profile") return this.#profile(method, realm, body);
    if (id === undefined)
      return method === "POST" ? this.#create(realm, body) : this.#search(asked);
    const user = this.users.get(id);
    return user === undefined ? NOT_FOUND : this.#ofUser(user, asked);
  }

  #realm({ method, body }: Asked, name: string): Answer {
    const known = this.realms.get(name);
    if (known === undefined) return NOT_FOUND;
    if (method === "GET") return ok(known);
    if (method === "PUT") this.realms.set(name, { ...known, ...(body as object) });
    else this.realms.delete(name);
    return NO_CONTENT;
  }

  #client({ method, path, body }: Asked, realm: string): Answer {
    const known = this.clients.get(realm);
    const [id, , , mapperId] = path.slice(2);
    if (id === undefined && method === "GET") return ok(known === undefined ? [] : [known]);
    if (known === undefined) {
      const { protocolMappers, ...made } = body as DoubleClient;
      const mappers = protocolMappers.map((mapper) => ({ ...mapper, id: randomUUID() }));
      this.clients.set(realm, { ...made, id: randomUUID(), protocolMappers: mappers });
      return { status: 201 };
    }
    if (id === undefined) return CONFLICT;
    if (path.length === 3) {
      this.clients.set(realm, { ...known, ...(body as object) });
      return NO_CONTENT;
    }
    const mapper = { ...(body as DoubleClient["protocolMappers"][number]) };
    const others = known.protocolMappers.filter((one) => one.id !== mapperId);
    const changed = { ...mapper, id: mapperId ?? randomUUID() };
    this.clients.set(realm, { ...known, protocolMappers: [...others, changed] });
    return method === "POST" ? { status: 201 } : NO_CONTENT;
  }

  #profile(method: string, realm: string, body: unknown): Answer {
    if (!this.knowsProfiles) return NOT_FOUND;
    if (method === "GET") return ok(this.profiles.get(realm) ?? PROFILE);
    this.profiles.set(realm, body as DoubleProfile);
    return ok(body);
  }

  #create(realm: string, body: unknown): Answer {
    const wanted = body as Omit<DoubleUser, "id">;
    if (this.#taken(realm, wanted)) return CONFLICT;
    const id = randomUUID();
    this.users.set(id, this.#kept(realm, { ...wanted, id } as DoubleUser));
    return { status: 201, location: `${this.url}/admin/realms/${realm}/users/${id}` };
  }

  /**
   * Names and addresses in small letters, an empty address is none; attributes only where the
   * realm's profile lets them be.
   */
  #kept(realm: string, user: DoubleUser): DoubleUser {
    const { email = "", ...rest } = user;
    delete rest.attributes;
    const attributes = this.#declared(realm, user.attributes);
    return {
      ...rest,
      username: user.username.toLowerCase(),
      ...(email === "" ? {} : { email: email.toLowerCase() }),
      ...(attributes === undefined ? {} : { attributes }),
    };
  }

  #declared(realm: string, given: DoubleUser["attributes"]): DoubleUser["attributes"] {
    if (!this.knowsProfiles || given === undefined) return given;
    const names = new Set(this.profiles.get(realm)?.attributes.map(({ name }) => name));
    return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
  }

  #taken(realm: string, { id, username, email = "" }: Partial<DoubleUser>): boolean {
    const sharesAddresses = this.realms.get(realm)?.["duplicateEmailsAllowed"] === true;
    return [...this.users.values()].some(
      (other) =>
        other.id !== id &&
        (other.username === username?.toLowerCase() ||
          (!sharesAddresses && email !== "" && other.email === email.toLowerCase())),
    );
  }

  #search({ query }: Asked): Answer {
    const [name = "", value = ""] = query.get("q")?.split(":") ?? [];
    return ok(
      [...this.users.values()].filter(
        (user) =>
          (name === "" || user.attributes?.[name]?.includes(value)) &&
          (query.get("username")?.toLowerCase() ?? user.username) === user.username &&
          (query.get("email")?.toLowerCase() ?? user.email) === user.email,
      ),
    );
  }

  #ofUser(user: DoubleUser, { method, path, query, body }: Asked): Answer {
    switch (path[3]) {
      case "execute-actions-email":
        if (user.email === undefined) return { status: 400, body: {} };
        this.mails.push({ userId: user.id, seconds: Number(query.get("lifespan")) });
        return NO_CONTENT;
      case "reset-password":
        this.passwords.set(user.id, (body as { value: string }).value);
        return NO_CONTENT;
      case "logout":
        this.sessions.delete(user.id);
        return NO_CONTENT;
      case "sessions":
        return ok(this.sessions.get(user.id) ?? []);
      case "credentials":
        return ok(this.credentials);
      default:
        return this.#itself(path[0] ?? "", user, method, body as DoubleUser);
    }
  }

  /** A change replaces the user: what it leaves out is gone, as in some versions of Keycloak. */
  #itself(realm: string, user: DoubleUser, method: string, wanted: DoubleUser): Answer {
    if (method === "GET") return ok(user);
    if (method === "DELETE") {
      this.users.delete(user.id);
      return NO_CONTENT;
    }
    if (this.demandsAddress && (wanted.email ?? "") === "") return { status: 400, body: {} };
    if (this.#taken(realm, { ...wanted, id: user.id })) return CONFLICT;
    this.users.set(user.id, this.#kept(realm, { ...wanted, id: user.id, username: user.username }));
    return NO_CONTENT;
  }

  #endSession(id: string): Answer {
    for (const [userId, sessions] of this.sessions)
      this.sessions.set(
        userId,
        sessions.filter((session) => session.id !== id),
      );
    return NO_CONTENT;
  }

  /** Of all algorithms that something was signed with. */
  async #jwks(): Promise<JWK[]> {
    await this.#keyPair("RS256");
    return Promise.all(
      [...this.#keys].map(async ([alg, pair]) => ({
        ...(await exportJWK((await pair).publicKey)),
        kid: kidOf(alg),
        alg,
        use: "sig",
      })),
    );
  }
}

function kidOf(alg: string): string {
  return alg === "RS256" ? "one" : alg;
}
