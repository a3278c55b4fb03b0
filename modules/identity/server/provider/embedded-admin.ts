import { v7 as uuidv7 } from "uuid";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { translateViolations } from "#platform/server/database/constraints.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Services } from "#platform/server/services.ts";
import { revokeActionTokens } from "../logins/action-token-queries.ts";
import { deviceName } from "./devices.ts";
import type { IdentityAdmin } from "../identity-admin.ts";
import { selectLoginFacts } from "../logins/login-facts-queries.ts";
import { mailAddressOf, mailInvitation, mailPasswordReset } from "../logins/mails.ts";
import {
  deleteSession,
  deleteSessionsOfLogin,
  deleteSessionsOfLogins,
  listSessions,
} from "./record-queries.ts";
import { hashPassword } from "../logins/passwords.ts";
import {
  findLogin,
  findLoginOfMember,
  insertLogin,
  type Login,
  memberContact,
  removeLogin,
  selectLoginIds,
  setLoginState,
  usernameTaken,
} from "../logins/login-queries.ts";

/** Logins kept in our own database, served by the embedded provider. */
export function embeddedAdmin({ environment }: Pick<Services, "environment">): IdentityAdmin {
  return {
    async inviteLogin(tx, { memberId, username }) {
      const existing = await findLoginOfMember(tx, memberId);
      if (existing?.state === "ACTIVE")
        throw new AppError("ALREADY_EXISTS", {
          code: "LOGIN_EXISTS",
          detail: "Dieses Mitglied hat schon einen Zugang.",
        });
      if (existing?.state === "DISABLED") {
        throw new AppError("CONFLICT", {
          code: "LOGIN_DISABLED",
          detail:
            "Der Zugang dieses Mitglieds ist abgeschaltet. Bitte schalten Sie ihn zuerst wieder ein.",
        });
      }
      const login = existing ?? (await newInvitedLogin(tx, memberId, username));
      const address = mailAddressOf(login);
      if (address === undefined) {
        throw new AppError("UNPROCESSABLE", {
          code: "NO_EMAIL",
          detail:
            "Für dieses Mitglied ist keine E-Mail-Adresse eingetragen. Ohne sie kann keine Einladung verschickt werden.",
        });
      }
      await mailInvitation(environment, tx, login, address);
      return { loginId: login.id, username: login.username };
    },

    async disableLogin(tx, memberId) {
      const login = await loginOf(tx, memberId);
      await setLoginState(tx, login.id, "DISABLED");
      await revokeActionTokens(tx, login.id);
      await deleteSessionsOfLogin(tx, login.id);
    },

    async enableLogin(tx, memberId) {
      const login = await loginOf(tx, memberId);
      if (login.state === "DISABLED")
        await setLoginState(tx, login.id, login.passwordHash === null ? "INVITED" : "ACTIVE");
    },

    async sendPasswordReset(tx, memberId) {
      const login = await loginOf(tx, memberId);
      if (login.state === "DISABLED") {
        throw new AppError("CONFLICT", {
          code: "LOGIN_DISABLED",
          detail:
            "Der Zugang dieses Mitglieds ist abgeschaltet. Bitte schalten Sie ihn zuerst wieder ein.",
        });
      }
      const address = mailAddressOf(login);
      if (address === undefined) {
        throw new AppError("UNPROCESSABLE", {
          code: "NO_EMAIL",
          detail:
            "Für dieses Mitglied ist keine E-Mail-Adresse eingetragen. Ohne sie kann kein Link verschickt werden.",
        });
      }
      if (login.state === "INVITED") await mailInvitation(environment, tx, login, address);
      else await mailPasswordReset(environment, tx, login, address);
    },

    async endSessions(tx, memberIds) {
      await deleteSessionsOfLogins(tx, await selectLoginIds(tx, memberIds));
    },

    async createLoginWithPassword(tx, { memberId, username, password }) {
      const passwordHash = await hashPassword(password);
      const loginId = uuidv7();
      await insertNewLogin(tx, { id: loginId, memberId, username, state: "ACTIVE", passwordHash });
      return { loginId };
    },

    async deleteLogin(tx, memberId) {
      const login = await findLoginOfMember(tx, memberId);
      if (login === undefined) return;
      await deleteSessionsOfLogin(tx, login.id);
      await removeLogin(tx, login.id);
    },

    loginFacts: selectLoginFacts,

    async listSessions(tx, memberId) {
      const login = await findLoginOfMember(tx, memberId);
      const rows = login === undefined ? [] : await listSessions(tx, login.id);
      return rows.map(({ uid, userAgent, startedAt, lastSeenAt }) => ({
        id: uid,
        device: deviceName(userAgent),
        startedAt,
        lastSeenAt,
      }));
    },

    async endSession(tx, memberId, sessionId) {
      const login = await findLoginOfMember(tx, memberId);
      return login !== undefined && deleteSession(tx, login.id, sessionId);
    },
  };
}

export async function loginOf(tx: ReadTx, memberId: string): Promise<Login> {
  const login = await findLoginOfMember(tx, memberId);
  if (login === undefined) throw notFound();
  return login;
}

async function newInvitedLogin(
  tx: WriteTx,
  memberId: string,
  wanted: string | undefined,
): Promise<Login> {
  const id = uuidv7();
  await insertNewLogin(tx, {
    id,
    memberId,
    username: wanted ?? (await freeUsername(tx, memberId)),
    state: "INVITED",
    passwordHash: null,
  });
  const login = await findLogin(tx, id);
  if (login === undefined) throw notFound();
  return login;
}

const uniqueLogin = translateViolations({
  login_username: () =>
    new AppError("ALREADY_EXISTS", {
      code: "USERNAME_TAKEN",
      detail: "Dieser Benutzername ist schon vergeben.",
    }),
  login_tenant_id_member_id_key: () =>
    new AppError("ALREADY_EXISTS", {
      code: "LOGIN_EXISTS",
      detail: "Dieses Mitglied hat schon einen Zugang.",
    }),
});

/** Inserts a login; says in German what is taken. */
export async function insertNewLogin(
  tx: WriteTx,
  login: Parameters<typeof insertLogin>[1],
): Promise<void> {
  await uniqueLogin(() => insertLogin(tx, login));
}

/**
 * The contact address, as long as nobody in the family has taken it; else first and last name, with
 * a number if needed.
 */
export async function freeUsername(tx: ReadTx, memberId: string): Promise<string> {
  const contact = await memberContact(tx, memberId);
  if (contact === undefined) throw notFound();
  if (contact.email !== null && contact.email !== "" && !(await usernameTaken(tx, contact.email)))
    return contact.email;
  const base =
    `${plain(contact.firstName)}.${plain(contact.lastName)}`.replace(/^\.+|\.+$/g, "") ||
    "mitglied";
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}${number}`;
    if (!(await usernameTaken(tx, candidate))) return candidate;
  }
}

function plain(name: string): string {
  const german: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };
  return name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => german[letter] ?? letter)
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "");
}
