import { z } from "zod";
import type { IdentityService } from "#platform/server/identity-service.ts";
import { identityUnavailable } from "./identity-unavailable.ts";

type KeycloakSettings = Omit<IdentityService, "issuerOf">;

const TIMEOUT_MS = 10_000;
/** Renewed this long before it runs out. */
const RENEW_BEFORE_SECONDS = 10;
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

interface AdministratorToken {
  value: string;
  until: number;
}

/** Plain requests to a Keycloak's administration interface, with a token that renews itself. */
export class KeycloakClient {
  readonly #settings: KeycloakSettings;
  #token: Promise<AdministratorToken> | undefined;

  constructor(settings: KeycloakSettings) {
    this.#settings = settings;
  }

  /**
   * Calls a path below `/admin/realms`. Every status but 2xx and those in `expected` is an outage
   * to the caller.
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
    if (answer.ok || expected.includes(answer.status)) return answer;
    throw identityUnavailable(new Error(`Keycloak answered ${answer.status} to ${method} ${path}`));
  }

  async #send(method: string, path: string, body: unknown): Promise<Response> {
    const token = await this.#freshToken();
    return request(`${this.#settings.url}/admin/realms${path}`, {
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
    this.#token = requestToken(this.#settings);
    return (await this.#token).value;
  }
}

async function requestToken({
  url,
  client,
  user,
  password = "",
}: KeycloakSettings): Promise<AdministratorToken> {
  const grant: Record<string, string> =
    user === undefined
      ? { grant_type: "client_credentials", client_secret: password }
      : { grant_type: "password", username: user, password };
  const answer = await request(`${url}/realms/master/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id: client, ...grant }),
  });
  if (!answer.ok)
    throw identityUnavailable(new Error(`Keycloak refused the administrator: ${answer.status}`));
  const { access_token, expires_in } = tokenAnswer.parse(await answer.json());
  return { value: access_token, until: Date.now() + (expires_in - RENEW_BEFORE_SECONDS) * 1000 };
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, {
      ...init,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
  } catch (error) {
    throw identityUnavailable(error);
  }
}
