import {
  allTenants,
  renameTenant,
  setTenantState,
  TenantRefusal,
} from "#modules/tenants/server/public.ts";
import { selectClubFigures } from "#platform/server/figures/figure-queries.ts";
import { sizeText } from "./quota.ts";
import { type Command, say, sayJson, withInstallation } from "./command.ts";

export const list: Command = {
  run: (environment, _parameters, { json }) =>
    withInstallation(environment, async ({ services }) => {
      const figures = new Map(
        (await selectClubFigures(services.database)).map((club) => [club.tenantId, club]),
      );
      const tenants = (await allTenants(services.database)).map((tenant) => {
        const {
          members = 0,
          bytes = 0,
          kept = 0,
          quota = null,
          lastUse = null,
        } = figures.get(tenant.id) ?? {};
        return { ...tenant, members, bytes, usedBytes: kept, quota, lastUse };
      });
      if (json === true) return sayJson(tenants);
      for (const tenant of tenants) {
        const { name, state, createdAt, displayName, members, usedBytes, quota, lastUse } = tenant;
        const sizes = [
          String(members),
          sizeText(usedBytes),
          quota === null ? "-" : sizeText(quota),
        ];
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
