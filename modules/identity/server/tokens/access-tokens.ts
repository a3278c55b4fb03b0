import type { TenantRow } from "#platform/server/http/principal.ts";

export const API_AUDIENCE = "urn:vereinsheim:api";
export const CLIENT_ID = "frontend";

/** Whom a token stands for. */
export interface TokenHolder {
  /** Id of the login. */
  subject: string;
  /** The session (`sid`) the token belongs to. */
  sessionId: string;
  memberId: string;
  username: string;
}

export interface AccessTokens {
  /**
   * Throws UNAUTHENTICATED for everything but a good token of this tenant whose session and login
   * are alive.
   */
  verify(tenant: Pick<TenantRow, "id" | "name">, token: string): Promise<TokenHolder>;
}

/** How long a process may go on without asking whether a session and its login are still alive. */
export const LIVENESS_MS = 10_000;
/** How long an unknown key id waits before the keys are read again. */
export const KEY_REREAD_MS = 1_000;
