import { allTenants, createTenant, setTenantState } from "#modules/tenants/server/public.ts";
import { type Command, say, text, withInstallation } from "./command.ts";
import { deleteTenant } from "./delete-tenant.ts";

const NAME_MISSING = "Der Name des Vereins fehlt.";

const create: Command = {
  name: "tenant create",
  help: 'tenant create NAME [--display-name "TSV Grünhausen"]',
  parameters: [NAME_MISSING],
  options: { "display-name": { type: "string" } },
  run: (environment, [name = ""], options) =>
    withInstallation(environment, async ({ services }) => {
      const tenant = await createTenant(
        services.database,
        name,
        text(options["display-name"]) ?? name,
      );
      say(
        `Der Verein "${tenant.name}" ist angelegt. Nächster Schritt: vereinsheim user create-admin ${tenant.name} E-MAIL`,
      );
    }),
};

const list: Command = {
  name: "tenant list",
  help: "tenant list",
  parameters: [],
  run: (environment) =>
    withInstallation(environment, async ({ services }) => {
      for (const tenant of await allTenants(services.database)) {
        say(
          [
            tenant.name,
            tenant.state,
            tenant.createdAt.toISOString().slice(0, 10),
            tenant.displayName,
          ].join("\t"),
        );
      }
    }),
};

const suspend: Command = {
  name: "tenant suspend",
  help: "tenant suspend NAME",
  parameters: [NAME_MISSING],
  run: (environment, [name = ""]) =>
    withInstallation(environment, async ({ services }) => {
      await setTenantState(services.database, name, "SUSPENDED");
      say(`Der Verein "${name}" ist abgeschaltet.`);
    }),
};

const resume: Command = {
  name: "tenant resume",
  help: "tenant resume NAME",
  parameters: [NAME_MISSING],
  run: (environment, [name = ""]) =>
    withInstallation(environment, async ({ services }) => {
      await setTenantState(services.database, name, "ACTIVE");
      say(`Der Verein "${name}" ist wieder da.`);
    }),
};

export const tenantCommands: readonly Command[] = [create, list, suspend, resume, deleteTenant];
