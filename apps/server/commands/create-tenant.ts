import { homeOf } from "#modules/identity/server/public.ts";
import { tenantInput } from "#modules/tenants/contract.ts";
import { TenantRefusal } from "#modules/tenants/server/public.ts";
import { createClub } from "../new-club.ts";
import { type Command, say, text, withNewInstallation } from "./command.ts";

export const createTenant: Command = {
  run: (environment, [name = ""], options) =>
    withNewInstallation(environment, async ({ services }) => {
      const displayName = displayNameOf(text(options["display-name"]) ?? name);
      const tenant = await createClub(services.database, name, displayName);
      say(
        [
          `Der Verein "${tenant.name}" ist angelegt: ${homeOf(services.environment, tenant.name)}`,
          `Nächster Schritt: vereinsheim user create-admin ${tenant.name} E-MAIL`,
        ].join("\n"),
      );
    }),
};

/** Returns the name as the settings would take it. */
function displayNameOf(given: string): string {
  const shown = tenantInput.shape.displayName.safeParse(given);
  if (shown.success) return shown.data;
  throw new TenantRefusal("Der angezeigte Name braucht 1 bis 120 Zeichen.");
}
