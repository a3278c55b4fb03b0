import { randomUUID } from "node:crypto";
import { DEMO_PASSWORD } from "../e2e/support/server.ts";
import { Browser } from "../bench/browser.ts";

/** One member's creation as it was sent; the same key may be sent again. */
export interface Creation {
  lastname: string;
  key: string;
}

/** What the office's browser does, over plain HTTP. */
export class Office {
  readonly #url: string;
  #token: string;

  /** @param token of a log-in at another server of the installation. */
  constructor(url: string, token = "") {
    this.#url = url;
    this.#token = token;
  }

  async logIn(): Promise<void> {
    const { access_token } = await new Browser(this.#url, "demo").logIn(
      "buero@demo.example",
      DEMO_PASSWORD,
    );
    this.#token = access_token;
  }

  /** The access token of its log-in. */
  get token(): string {
    return this.#token;
  }

  newCreation(mark: string): Creation {
    return {
      lastname: `${mark}${randomUUID().replaceAll(/[^a-z]/g, "")}${randomUUID().slice(0, 8)}`,
      key: randomUUID(),
    };
  }

  /** The new member's id when acknowledged; throws when the answer never came or was another. */
  async create({ lastname, key }: Creation): Promise<string> {
    const answer = await this.#fetch("user", {
      method: "POST",
      body: JSON.stringify({ firstname: "Fehler", lastname }),
      headers: { "idempotency-key": key },
    });
    const body = (await answer.json()) as { id?: string };
    if (answer.status !== 201 || body.id === undefined)
      throw new Error(`POST /user answered ${answer.status}: ${JSON.stringify(body)}`);
    return body.id;
  }

  /** Ids of all members whose name begins with the mark. */
  async membersMarked(mark: string): Promise<{ id: string; lastname: string }[]> {
    const found: { id: string; lastname: string }[] = [];
    for (let page = 0; ; page++) {
      const answer = await this.#fetch(
        `user/search?q=${encodeURIComponent(mark)}&size=200&page=${page}&sort=lastname&dir=ASC`,
      );
      const { content, totalPages } = (await answer.json()) as {
        content: { id: string; lastname: string }[];
        totalPages: number;
      };
      found.push(
        ...content
          .filter(({ lastname }) => lastname.startsWith(mark))
          .map(({ id, lastname }) => ({ id, lastname })),
      );
      if (page + 1 >= totalPages) return found;
    }
  }

  /** Status and duration of reading the member list. */
  async readList(): Promise<{
    status: number;
    ms: number;
    retryAfter: string | null;
    text: string;
  }> {
    const begun = performance.now();
    const answer = await this.#fetch("user/search?size=20");
    const text = await answer.text();
    return {
      status: answer.status,
      ms: performance.now() - begun,
      retryAfter: answer.headers.get("retry-after"),
      text,
    };
  }

  /** Asks for a password mail, which a background job writes. */
  async forgetPassword(): Promise<number> {
    const query = new URLSearchParams({ redirectUri: this.#url, redirectClient: "frontend" });
    const answer = await this.#fetch(`me/reset-password?${query.toString()}`, { method: "POST" });
    return answer.status;
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(init.body === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers,
    };
    return fetch(`${this.#url}/demo/api/${path}`, {
      ...init,
      headers,
      signal: AbortSignal.timeout(15_000),
    });
  }
}
