import { findTenantByName, TenantRefusal } from "#modules/tenants/server/public.ts";
import { createAdministrator } from "../first-admin.ts";
import { type Command, say, text, withInstallation } from "./command.ts";

export const createAdmin: Command = {
  name: "user create-admin",
  help: `user create-admin TENANT E-MAIL [--firstname X --lastname Y]
      Das Passwort kommt aus ADMIN_PASSWORD, sonst wird eines erzeugt und gezeigt.`,
  parameters: ["Der Name des Vereins fehlt.", "Die E-Mail-Adresse fehlt."],
  options: { firstname: { type: "string" }, lastname: { type: "string" } },
  run: (environment, [name = "", email = ""], options) =>
    withInstallation(environment, async ({ services }) => {
      const tenant = await findTenantByName(services.database, name);
      if (tenant === undefined) throw new TenantRefusal(`Einen Verein "${name}" gibt es nicht.`);
      const { username, password } = await createAdministrator(services, tenant, {
        email,
        firstname: text(options["firstname"]) ?? "Vereins",
        lastname: text(options["lastname"]) ?? "Verwaltung",
        password: process.env["ADMIN_PASSWORD"],
      });
      say(`Angelegt: ${username}${password === undefined ? "" : `\nPasswort: ${password}`}`);
    }),
};
