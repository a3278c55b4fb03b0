import type { WriteTx } from "#platform/server/database/database.ts";

export interface NewLogin {
  memberId: string;
  username: string;
  password: string;
}

export interface InvitationRequest {
  memberId: string;
  /** Without one a free user name is chosen. */
  username?: string;
}

/** How an invitation goes out. */
export interface InvitationManner {
  reminds: boolean;
  /** Goes out behind the mails that somebody waits for. */
  isOneOfMany: boolean;
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
 * What only the identity provider can answer or do at once. A Keycloak may take seconds for it:
 * never call these while a transaction is open.
 */
export interface LoginQuestions {
  /**
   * Returns the request with a user name that the provider takes too; throws USERNAME_TAKEN when
   * the name or the address belongs to another user there. Comes before `inviteLogin`.
   */
  prepareInvitation(tenantId: string, request: InvitationRequest): Promise<InvitationRequest>;
  /**
   * Throws USERNAME_TAKEN when the provider has a user of this name already. Comes before
   * `createLoginWithPassword`.
   */
  requireFreeUsername(tenantId: string, username: string): Promise<void>;
  /** Returns undefined when the member has no login. */
  loginFacts(tenantId: string, memberId: string): Promise<LoginFacts | undefined>;
  listSessions(tenantId: string, memberId: string): Promise<SessionOfLogin[]>;
  /** Returns false when the member has no such session. */
  endSession(tenantId: string, memberId: string, sessionId: string): Promise<boolean>;
}

/**
 * What the application does with logins, wherever they are kept: the embedded provider or a
 * Keycloak. Methods that take a transaction change our own tables only, and what a Keycloak has to
 * do follows from a job of the same transaction. Refusals are AppErrors with German sentences.
 */
export interface IdentityAdmin extends LoginQuestions {
  /**
   * Makes a login for a member (or finds the invited one) and mails a link to set a password. Who
   * has not come in a week later is reminded, unless the manner says otherwise.
   */
  inviteLogin(
    tx: WriteTx,
    request: InvitationRequest,
    manner?: InvitationManner,
  ): Promise<{ loginId: string; username: string }>;
  /** Mails an invited member a new link; those without an address are left out. */
  remindInvited(tx: WriteTx, memberId: string): Promise<void>;
  /** Switches logins off, all or none: sessions end, tokens are refused from now on. */
  disableLogins(tx: WriteTx, memberIds: readonly string[]): Promise<void>;
  enableLogin(tx: WriteTx, memberId: string): Promise<void>;
  /**
   * For the command line: sets a password, which makes an invited login active. Its sessions and
   * mailed links end, and its owner is told by mail.
   */
  setPassword(tx: WriteTx, memberId: string, password: string): Promise<void>;
  /** For the command line: apps for codes, recovery codes and passkeys are gone. */
  removeSecondFactors(tx: WriteTx, memberId: string): Promise<void>;
  /** Mails a link to set a new password. */
  sendPasswordReset(tx: WriteTx, memberId: string): Promise<void>;
  /** Ends every session of these members; those without a login are left out. */
  endSessions(tx: WriteTx, memberIds: readonly string[]): Promise<void>;
  /** For the command line and demo data: ready to log in, no mail. */
  createLoginWithPassword(tx: WriteTx, login: NewLogin): Promise<{ loginId: string }>;
  deleteLogin(tx: WriteTx, memberId: string): Promise<void>;
}
