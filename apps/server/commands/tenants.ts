import {
  allTenants,
  renameTenant,
  setTenantState,
  TenantRefusal,
} from "#modules/tenants/server/public.ts";
import { selectClubFigures } from "#platform/server/figures/figure-queries.ts";
import { type Command, say, sayJson, withInstallation } from "./command.ts";

const MIB = 1024 * 1024;

export const list: Command = {
  run: (environment, _parameters, { json }) =>
    withInstallation(environment, async ({ services }) => {
      const figures = new Map(
        (await selectClubFigures(services.database)).map((club) => [club.tenantId, club]),
      );
      const tenants = (await allTenants(services.database)).map((tenant) => {
        const { members = 0, bytes = 0, lastUse = null } = figures.get(tenant.id) ?? {};
        return { ...tenant, members, bytes, lastUse };
      });
      if (json === true) return sayJson(tenants);
      for (const { name, state, createdAt, displayName, members, bytes, lastUse } of tenants) {
        const sizes = [String(members), `${(bytes / MIB).toFixed(1)} MiB`];
        const days = [createdAt, lastUse].map((day) => day?.toISOString().slice(0, 10) ?? "-");
        say([name, state, ...days, ...sizes, displayName].join("\t"));
      }
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
