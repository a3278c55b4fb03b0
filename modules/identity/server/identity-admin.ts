import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";

export interface NewLogin {
  memberId: string;
  username: string;
  password: string;
}

export interface SessionOfLogin {
  id: string;
  /** German, for example `Firefox unter Windows`. */
  device: string;
  startedAt: Date;
  lastSeenAt: Date;
}

/** What is known about a way to log in: never a secret, only that it is there and since when. */
export interface LoginFacts {
  username: string;
  createdAt: Date | null;
  /** Null: no password yet, or not known here. */
  passwordChangedAt: Date | null;
  passkeys: { name: string; createdAt: Date; lastUsedAt: Date | null }[];
  /** One-time codes of an app, set up and confirmed. */
  codeApps: { name: string; confirmedAt: Date; lastUsedAt: Date | null }[];
  recoveryCodes: { unused: number; usedAt: Date[] };
  /** Mailed links to set a password that may still be used. */
  openLinks: { purpose: "INVITATION" | "RESET"; createdAt: Date; expiresAt: Date }[];
}

/**
 * What the application does with logins, whoever keeps them: the embedded provider or a Keycloak.
 * Every method works in the caller's transaction; refusals are AppErrors with German sentences.
 */
export interface IdentityAdmin {
  /** Makes a login for a member (or finds the invited one) and mails a link to set a password. */
  inviteLogin(
    tx: WriteTx,
    member: { memberId: string; username?: string },
  ): Promise<{ loginId: string; username: string }>;
  /** Switches a login off: sessions end, issued tokens are refused. */
  disableLogin(tx: WriteTx, memberId: string): Promise<void>;
  enableLogin(tx: WriteTx, memberId: string): Promise<void>;
  /** Mails a link to set a new password. */
  sendPasswordReset(tx: WriteTx, memberId: string): Promise<void>;
  /** Ends every session of these members; those without a login are left out. */
  endSessions(tx: WriteTx, memberIds: readonly string[]): Promise<void>;
  /** For the command line and demo data: ready to log in, no mail. */
  createLoginWithPassword(tx: WriteTx, login: NewLogin): Promise<{ loginId: string }>;
  deleteLogin(tx: WriteTx, memberId: string): Promise<void>;
  /** Undefined when the member has no login. */
  loginFacts(tx: ReadTx, memberId: string): Promise<LoginFacts | undefined>;
  listSessions(tx: ReadTx, memberId: string): Promise<SessionOfLogin[]>;
  /** False when the member has no such session. */
  endSession(tx: WriteTx, memberId: string, sessionId: string): Promise<boolean>;
}
