import { v7 as uuidv7 } from "uuid";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { IdentityAdmin, InvitationManner, InvitationRequest } from "../identity-admin.ts";
import type { IdentityProvider } from "../identity-provider.ts";
import { noteInvited } from "./invitation-queries.ts";
import { insertNewLogin } from "./insert-login.ts";
import {
  findLogin,
  findLoginOfMember,
  type Login,
  removeLogin,
  selectLoginIds,
  setLoginStates,
} from "./login-queries.ts";
import { mailAddressOf } from "./mails.ts";
import { freeUsername } from "./usernames.ts";

/** Somebody waits for the mail, on the phone maybe. */
const ONE_INVITATION: InvitationManner = { reminds: true, isOneOfMany: false };

/** The rules of logins, the same for every provider. */
export function loginAdmin(provider: IdentityProvider): IdentityAdmin {
  return {
    prepareInvitation: (tenantId, request) => provider.prepareInvitation(tenantId, request),
    requireFreeUsername: (tenantId, username) => provider.requireFreeUsername(tenantId, username),
    loginFacts: (tenantId, memberId) => provider.loginFacts(tenantId, memberId),
    listSessions: (tenantId, memberId) => provider.listSessions(tenantId, memberId),
    endSession: (tenantId, memberId, id) => provider.endSession(tenantId, memberId, id),

    async inviteLogin(tx, request, { reminds, isOneOfMany } = ONE_INVITATION) {
      const existing = await findLoginOfMember(tx, request.memberId);
      if (existing?.state === "ACTIVE") throw loginExists();
      if (existing?.state === "DISABLED") throw loginDisabled();
      const login = existing ?? (await insertInvitedLogin(tx, request));
      const address = requireAddress(login, "keine Einladung");
      await provider.mailInvitation(tx, login, address, isOneOfMany ? "ONE_OF_MANY" : "INVITED");
      await noteInvited(tx, login.id, reminds);
      return { loginId: login.id, username: login.username };
    },

    async remindInvited(tx, memberId) {
      const login = await findLoginOfMember(tx, memberId);
      const address = login && mailAddressOf(login);
      if (login?.state === "INVITED" && address !== undefined)
        await provider.mailInvitation(tx, login, address, "REMINDED");
    },

    async disableLogins(tx, memberIds) {
      const ids = await selectLoginIds(tx, memberIds);
      if (ids.length !== new Set(memberIds).size) throw notFound();
      await setLoginStates(tx, ids, "DISABLED");
      await provider.loginsDisabled(tx, ids);
    },

    async enableLogin(tx, memberId) {
      const login = await requireLogin(tx, memberId);
      if (login.state === "DISABLED")
        await setLoginStates(tx, [login.id], provider.stateWhenEnabled(login));
      await provider.loginEnabled(tx, login);
    },

    async setPassword(tx, memberId, password) {
      const login = await requireLogin(tx, memberId);
      if (login.state === "DISABLED") throw loginDisabled();
      await provider.setPassword(tx, login, password);
    },

    async removeSecondFactors(tx, memberId) {
      await provider.removeSecondFactors(tx, await requireLogin(tx, memberId));
    },

    async sendPasswordReset(tx, memberId) {
      const login = await requireLogin(tx, memberId);
      if (login.state === "DISABLED") throw loginDisabled();
      const address = requireAddress(login, "kein Link");
      if (login.state === "INVITED") await provider.mailInvitation(tx, login, address);
      else await provider.mailPasswordReset(tx, login, address);
    },

    async endSessions(tx, memberIds) {
      const ids = await selectLoginIds(tx, memberIds);
      if (ids.length > 0) await provider.endSessions(tx, ids);
    },

    async createLoginWithPassword(tx, login) {
      const loginId = uuidv7();
      await provider.createLogin(tx, { ...login, loginId });
      return { loginId };
    },

    async deleteLogin(tx, memberId) {
      const login = await findLoginOfMember(tx, memberId);
      if (login === undefined) return;
      await provider.forgetLogin(tx, login);
      await removeLogin(tx, login.id);
    },
  };
}

async function insertInvitedLogin(
  tx: WriteTx,
  { memberId, username }: InvitationRequest,
): Promise<Login> {
  const id = uuidv7();
  await insertNewLogin(tx, {
    id,
    memberId,
    username: username ?? (await freeUsername(tx, memberId)),
    state: "INVITED",
    passwordHash: null,
  });
  const login = await findLogin(tx, id);
  if (login === undefined) throw notFound();
  return login;
}

async function requireLogin(tx: ReadTx, memberId: string): Promise<Login> {
  const login = await findLoginOfMember(tx, memberId);
  if (login === undefined) throw notFound();
  return login;
}

function requireAddress(login: Login, what: "keine Einladung" | "kein Link"): string {
  const address = mailAddressOf(login);
  if (address !== undefined) return address;
  throw new AppError("UNPROCESSABLE", {
    code: "NO_EMAIL",
    detail: `Für dieses Mitglied ist keine E-Mail-Adresse eingetragen. Ohne sie kann ${what} verschickt werden.`,
  });
}

function loginExists(): AppError {
  return new AppError("ALREADY_EXISTS", {
    code: "LOGIN_EXISTS",
    detail: "Dieses Mitglied hat schon einen Zugang.",
  });
}

function loginDisabled(): AppError {
  return new AppError("CONFLICT", {
    code: "LOGIN_DISABLED",
    detail:
      "Der Zugang dieses Mitglieds ist abgeschaltet. Bitte schalten Sie ihn zuerst wieder ein.",
  });
}
