import { createHash } from "node:crypto";
import { Browser } from "../bench/browser.ts";
import { DEMO_PASSWORD, type RunningServer } from "../e2e/support/server.ts";

const ANSWER_LIMIT_MS = 60_000;

/**
 * What a person's browser asks of the demo club, over plain HTTP; the administrator's unless said
 * otherwise.
 */
export class AdminApi {
  readonly #base: string;
  /** The access token of the log-in. */
  readonly token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.token = token;
  }

  static async at(
    { url }: Pick<RunningServer, "url">,
    email = "admin@demo.example",
  ): Promise<AdminApi> {
    const { access_token } = await new Browser(url, "demo").logIn(email, DEMO_PASSWORD);
    return new AdminApi(`${url}/demo/api`, access_token);
  }

  fetch(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: string | Buffer | null = null,
  ): Promise<Response> {
    return fetch(this.#base + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...headers },
      body: body as BodyInit | null,
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
  }

  async json<T>(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body: string | Buffer | null = null,
  ): Promise<T> {
    const answer = await this.fetch(method, path, headers, body);
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Sends a JSON body. */
  send<T>(method: string, path: string, body: object): Promise<T> {
    return this.json(method, path, { "content-type": "application/json" }, JSON.stringify(body));
  }
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
