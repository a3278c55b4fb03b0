import {
  allTenants,
  renameTenant,
  setTenantState,
  TenantRefusal,
} from "#modules/tenants/server/public.ts";
import { type Command, say, sayJson, withInstallation } from "./command.ts";

export const list: Command = {
  run: (environment, _parameters, { json }) =>
    withInstallation(environment, async ({ services }) => {
      const tenants = await allTenants(services.database);
      if (json === true) return sayJson(tenants);
      for (const { name, state, createdAt, displayName } of tenants)
        say([name, state, createdAt.toISOString().slice(0, 10), displayName].join("\t"));
    }),
};

export const rename: Command = {
  run(environment, [name = "", other = ""]) {
    if (environment.auth !== undefined)
      throw new TenantRefusal(
        "Mit einem eigenen Anmeldedienst (AUTH_URL) lässt sich ein Verein nicht umbenennen: Sein Bereich dort hat denselben Namen.",
      );
    return withInstallation(environment, async ({ services }) => {
      await renameTenant(services.database, name, other);
      say(`Der Verein "${name}" heißt jetzt "${other}".`);
      say(
        "Adressen, Kalender-Abos und Links in Mails mit dem alten Namen gelten nicht mehr; alle melden sich neu an.",
      );
    });
  },
};

export const suspend: Command = {
  run: (environment, [name = ""]) =>
    withInstallation(environment, async ({ services }) => {
      await setTenantState(services.database, name, "SUSPENDED");
      say(`Der Verein "${name}" ist abgeschaltet.`);
    }),
};

export const resume: Command = {
  run: (environment, [name = ""]) =>
    withInstallation(environment, async ({ services }) => {
      await setTenantState(services.database, name, "ACTIVE");
      say(`Der Verein "${name}" ist wieder da.`);
    }),
};
