import { z } from "zod";
import { passwordProblem } from "#modules/identity/server/public.ts";
import { findTenantByName, TenantRefusal } from "#modules/tenants/server/public.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { createAdministrator, type NewAdministrator } from "../first-admin.ts";
import { type Command, say, text, withInstallation } from "./command.ts";

export const createAdmin: Command = {
  run: (environment, [name = "", email = ""], options) =>
    withInstallation(environment, async ({ services }) => {
      const tenant = await findTenantByName(services.database, name);
      if (tenant === undefined) throw new TenantRefusal(`Einen Verein "${name}" gibt es nicht.`);
      const who = {
        email,
        firstname: nameOf(text(options["firstname"]) ?? "Vereins"),
        lastname: nameOf(text(options["lastname"]) ?? "Verwaltung"),
        password: process.env["ADMIN_PASSWORD"],
      };
      await refuseUnfit(who, tenant);
      const { username, password } = await createAdministrator(services, tenant, who);
      say(`Angelegt: ${username}${password === undefined ? "" : `\nPasswort: ${password}`}`);
    }),
};

function nameOf(given: string): string {
  const name = given.trim();
  if (name === "") throw new TenantRefusal("Vorname und Nachname dürfen nicht leer sein.");
  return name;
}

async function refuseUnfit(
  { email, firstname, lastname, password }: NewAdministrator,
  { name, displayName }: TenantRow,
): Promise<void> {
  if (!z.email().safeParse(email).success)
    throw new TenantRefusal(`Die Angabe „${email}“ ist keine E-Mail-Adresse.`);
  if (password === undefined) return;
  const problem = await passwordProblem(password, [firstname, lastname, email, name, displayName]);
  if (problem !== undefined) throw new TenantRefusal(`ADMIN_PASSWORD: ${problem}`);
}
