import { identityAdmin, listLogins, type LoginSummary } from "#modules/identity/server/public.ts";
import {
  OPERATOR,
  selectMember,
  selectRights,
  selectToday,
  setMemberPermissions,
} from "#modules/members/server/public.ts";
import { systemActor, type WriteTx } from "#platform/server/database/database.ts";
import { Refusal } from "#platform/server/refusal.ts";
import { generatedPassword } from "../first-admin.ts";
import { clubNamed } from "./club.ts";
import { type Command, say, sayJson, withInstallation } from "./command.ts";
import { findLogin } from "./find-login.ts";
import { givenPassword } from "./given-password.ts";

export const listUsers: Command = {
  run: (environment, [club = ""], { json }) =>
    withInstallation(environment, async ({ services: { database } }) => {
      const { id } = await clubNamed(database, club);
      const users = await database.read(id, async (tx) => {
        const logins = await listLogins(tx);
        const rights = await selectRights(
          tx,
          logins.map(({ memberId }) => memberId),
        );
        const admins = new Set(rights.filter(({ isAdmin }) => isAdmin).map((one) => one.id));
        return logins.map((login) => ({ ...login, isAdmin: admins.has(login.memberId) }));
      });
      if (json === true) return sayJson(users);
      for (const user of users) say(lineOf(user));
    }),
};

/** One column for each fact, `-` where it is not so. */
function lineOf(user: LoginSummary & { isAdmin: boolean }): string {
  return [
    user.username,
    user.name,
    user.state,
    user.isAdmin ? "ADMIN" : "-",
    user.hasSecondFactor ? "2FA" : "-",
    user.lastSeenAt?.toISOString().slice(0, 10) ?? "-",
  ].join("\t");
}

export const resetPassword: Command = {
  run: (environment, [club = "", identifier = ""], options) =>
    withInstallation(environment, async ({ services }) => {
      const tenant = await clubNamed(services.database, club);
      const identity = identityAdmin(services);
      const { login, made } = await services.database.write(tenant.id, OPERATING, async (tx) => {
        const found = await findLogin(tx, club, identifier);
        const { memberId, name, username, email } = found;
        const own = [name, username, email ?? "", tenant.name, tenant.displayName];
        const given = await givenPassword(own);
        const password = given ?? generatedPassword();
        if (found.state === "DISABLED") {
          if (options["enable"] !== true) throw disabled(found);
          await identity.enableLogin(tx, memberId);
        }
        await identity.setPassword(tx, memberId, password);
        if (options["without-second-factor"] === true)
          await identity.removeSecondFactors(tx, memberId);
        return { login: found, made: given === undefined ? password : undefined };
      });
      say(`Neues Passwort für ${login.username} (${login.name}). Alle Anmeldungen sind beendet.`);
      if (made !== undefined) say(`Passwort: ${made}`);
      sayWhatRemains(login, options["without-second-factor"] === true);
    }),
};

const OPERATING = systemActor("Betreiber");

function disabled({ username }: LoginSummary): Refusal {
  return new Refusal(
    `Der Zugang „${username}“ ist abgeschaltet. Wenn er wieder gelten soll, bitte --enable anfügen.`,
  );
}

/** A new password alone does not always let somebody in. */
function sayWhatRemains({ belongs, hasSecondFactor }: LoginSummary, isWithout: boolean): void {
  if (hasSecondFactor && !isWithout)
    say(
      "Der zweite Faktor bleibt. Ist er verloren: denselben Befehl noch einmal mit --without-second-factor.",
    );
  if (!belongs) say("Diese Person gehört nicht mehr zum Verein und kann sich nicht anmelden.");
}

export const makeAdmin: Command = {
  run: (environment, [club = "", identifier = ""]) =>
    withInstallation(environment, async ({ services: { database } }) => {
      const tenant = await clubNamed(database, club);
      const login = await database.write(tenant.id, OPERATING, async (tx) => {
        const found = await findLogin(tx, club, identifier);
        await giveAllRights(tx, found);
        return found;
      });
      say(`${login.name} (${login.username}) ist Administrator.`);
      if (login.state !== "ACTIVE") say(HINTS[login.state].replace("CLUB", club) + login.username);
    }),
};

const HINTS = {
  DISABLED:
    "Der Zugang ist noch abgeschaltet; eingeschaltet wird er mit: vereinsheim user reset-password --enable CLUB ",
  INVITED:
    "Die Einladung ist noch nicht angenommen; ein Passwort setzt: vereinsheim user reset-password CLUB ",
};

async function giveAllRights(tx: WriteTx, { memberId, name }: LoginSummary): Promise<void> {
  const member = await selectMember(tx, memberId, await selectToday(tx));
  if (member === undefined)
    throw new Refusal(`${name} liegt im Papierkorb. Bitte nehmen Sie jemand anderen.`);
  const rights = { permissions: member.permissions, isAdmin: true, version: null };
  await setMemberPermissions(tx, memberId, rights, { actor: OPERATOR });
}
