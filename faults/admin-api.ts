import { Browser } from "../bench/browser.ts";
import { DEMO_PASSWORD, type RunningServer } from "../e2e/support/server.ts";

/** What the administrator's browser asks of the demo club, over plain HTTP. */
export class AdminApi {
  readonly #base: string;
  readonly #token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  static async at({ url }: RunningServer): Promise<AdminApi> {
    const { access_token } = await new Browser(url, "demo").logIn("admin@demo.example", DEMO_PASSWORD);
    return new AdminApi(`${url}/demo/api`, access_token);
  }

  fetch(method: string, path: string, headers: Record<string, string> = {}, body: string | null = null): Promise<Response> {
    return fetch(this.#base + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      body,
      signal: AbortSignal.timeout(60_000),
    });
  }

  async json<T>(method: string, path: string, headers: Record<string, string> = {}, body: string | null = null): Promise<T> {
    const answer = await this.fetch(method, path, headers, body);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Sends a JSON body. */
  send<T>(method: string, path: string, body: object): Promise<T> {
    return this.json(method, path, { "content-type": "application/json" }, JSON.stringify(body));
  }
}
