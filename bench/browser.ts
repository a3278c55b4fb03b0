import { createHash, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";

interface Answer {
  status: number;
  location: string | undefined;
  body: string;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** One HTTP request to a server on this machine, whatever the host name says. */
export function send(
  method: "GET" | "POST",
  url: URL,
  headers: Record<string, string> = {},
  form?: Record<string, string>,
): Promise<Answer & { cookies: string[] }> {
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  const type: Record<string, string> =
    body === undefined
      ? {}
      : {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(Buffer.byteLength(body)),
        };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        method,
        host: "127.0.0.1",
        port: url.port,
        path: url.pathname + url.search,
        headers: { host: url.host, ...type, ...headers },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            cookies: response.headers["set-cookie"] ?? [],
            body: text,
          }),
        );
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/**
 * What a browser does to log in, without its pages' scripts: cookies by path, the form, the
 * redirects, the exchange of the code.
 */
export class Browser {
  readonly #origin: string;
  readonly #realm: string;
  readonly #cookies = new Map<string, { pair: string; path: string }>();

  constructor(origin: string, tenant: string) {
    this.#origin = origin;
    this.#realm = `${origin}/realms/${tenant}/protocol/openid-connect`;
  }

  async logIn(username: string, password: string): Promise<Tokens> {
    const answer = await (await this.codeFor(username, password))();
    if (answer.status !== 200)
      throw new Error(`the token call answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body) as Tokens;
  }

  /**
   * Logs in as far as the code; returns how to redeem it, there or at another server of the
   * installation.
   */
  async codeFor(username: string, password: string): Promise<(origin?: string) => Promise<Answer>> {
    this.#cookies.clear();
    const verifier = randomBytes(48).toString("base64url");
    const question = new URLSearchParams({
      client_id: "frontend",
      redirect_uri: `${this.#origin}/`,
      state: "state",
      nonce: "nonce",
      response_mode: "fragment",
      response_type: "code",
      scope: "openid",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    const page = await this.#redirected("GET", `${this.#realm}/auth?${question.toString()}`);
    await this.#request("GET", page);
    let next = await this.#redirected("POST", page, { username, password });
    while (!next.includes("#")) next = await this.#redirected("GET", next);
    const code = new URLSearchParams(new URL(next, this.#origin).hash.slice(1)).get("code") ?? "";
    const form = {
      grant_type: "authorization_code",
      client_id: "frontend",
      code,
      redirect_uri: `${this.#origin}/`,
      code_verifier: verifier,
    };
    return (origin = this.#origin) =>
      send("POST", new URL(new URL(`${this.#realm}/token`).pathname, origin), {}, form);
  }

  refresh(refreshToken: string): Promise<Tokens> {
    return this.#token({
      grant_type: "refresh_token",
      client_id: "frontend",
      refresh_token: refreshToken,
    });
  }

  async #token(form: Record<string, string>): Promise<Tokens> {
    const { status, body } = await this.#request("POST", `${this.#realm}/token`, form);
    if (status !== 200) throw new Error(`the token call answered ${status}: ${body}`);
    return JSON.parse(body) as Tokens;
  }

  async #redirected(
    method: "GET" | "POST",
    address: string,
    form?: Record<string, string>,
  ): Promise<string> {
    const { status, location, body } = await this.#request(method, address, form);
    if (location === undefined)
      throw new Error(
        `${method} ${address} answered ${status} and no redirect: ${body.slice(0, 2_000)}`,
      );
    return location;
  }

  async #request(
    method: "GET" | "POST",
    address: string,
    form?: Record<string, string>,
  ): Promise<Answer> {
    const url = new URL(address, this.#origin);
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ pair }) => pair)
      .join("; ");
    const answer = await send(method, url, cookie === "" ? {} : { cookie }, form);
    for (const line of answer.cookies) {
      const [pair = "", ...attributes] = line.split("; ");
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
      const key = `${pair.split("=")[0] ?? ""} ${path}`;
      if (attributes.some((attribute) => /^expires=thu, 01 jan 1970/i.test(attribute)))
        this.#cookies.delete(key);
      else this.#cookies.set(key, { pair, path });
    }
    return answer;
  }
}
