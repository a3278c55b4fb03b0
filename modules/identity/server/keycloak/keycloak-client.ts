import { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";

interface Settings {
  url: string;
  client: string;
  user: string | undefined;
  password: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** Renewed this long before it runs out. */
const RENEW_BEFORE_SECONDS = 10;
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

/** Plain requests to a Keycloak's administration interface, with a token that renews itself. */
export class KeycloakCalls {
  readonly #settings: Settings;
  #token: Promise<{ value: string; until: number }> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Calls below `/admin/realms`; every status but 2xx and those in `expected` is an outage to our
   * caller.
   */
  async call(
    method: string,
    path: string,
    body?: unknown,
    expected: readonly number[] = [],
  ): Promise<Response> {
    let answer = await this.#send(method, path, body);
    if (answer.status === 401) {
      // Revoked early, for instance by a restart of the Keycloak.
      this.#token = undefined;
      answer = await this.#send(method, path, body);
    }
    if (!answer.ok && !expected.includes(answer.status)) {
      throw new AppError("UNAVAILABLE", {
        code: "IDENTITY_UNAVAILABLE",
        retryAfterSeconds: 10,
        cause: new Error(`Keycloak answered ${answer.status} to ${method} ${path}`),
      });
    }
    return answer;
  }

  async #send(method: string, path: string, body: unknown): Promise<Response> {
    const token = await this.#freshToken();
    return this.#fetch(`${this.#settings.url}/admin/realms${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #freshToken(): Promise<string> {
    const known = await this.#token?.catch(() => undefined);
    if (known !== undefined && known.until > Date.now()) return known.value;
    this.#token = this.#requestToken();
    return (await this.#token).value;
  }

  async #requestToken(): Promise<{ value: string; until: number }> {
    const { url, client, user, password = "" } = this.#settings;
    const grant: Record<string, string> =
      user === undefined
        ? { grant_type: "client_credentials", client_secret: password }
        : { grant_type: "password", username: user, password };
    const answer = await this.#fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: client, ...grant }),
    });
    if (!answer.ok)
      throw new AppError("UNAVAILABLE", {
        code: "IDENTITY_UNAVAILABLE",
        retryAfterSeconds: 10,
        cause: new Error(`Keycloak refused the administrator: ${answer.status}`),
      });
    const { access_token, expires_in } = tokenAnswer.parse(await answer.json());
    return { value: access_token, until: Date.now() + (expires_in - RENEW_BEFORE_SECONDS) * 1000 };
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, {
        ...init,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "error",
      });
    } catch (error) {
      throw new AppError("UNAVAILABLE", {
        code: "IDENTITY_UNAVAILABLE",
        retryAfterSeconds: 10,
        cause: error,
      });
    }
  }
}
