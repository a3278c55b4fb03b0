import { z } from "zod";
import { homeOf } from "#modules/identity/server/public.ts";
import { TenantRefusal } from "#modules/tenants/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { createAdministrator } from "../first-admin.ts";
import { clubNamed } from "./club.ts";
import { type Command, say, text, withInstallation } from "./command.ts";
import { givenPassword } from "./given-password.ts";

export const createAdmin: Command = {
  run: (environment, [club = "", email = ""], options) =>
    withInstallation(environment, async ({ services }) => {
      const tenant = await clubNamed(services.database, club);
      const firstname = nameOf(text(options["firstname"]) ?? "Vereins");
      const lastname = nameOf(text(options["lastname"]) ?? "Verwaltung");
      if (!z.email().safeParse(email).success)
        throw new TenantRefusal(`Die Angabe „${email}“ ist keine E-Mail-Adresse.`);
      const own = [firstname, lastname, email, tenant.name, tenant.displayName];
      const who = { email, firstname, lastname, password: await givenPassword(own) };
      const { username, password } = await createAdministrator(services, tenant, who).catch(
        (error: unknown) => {
          throw isTaken(error) ? taken(club, email) : error;
        },
      );
      say(
        [
          `Angelegt: ${username}`,
          ...(password === undefined ? [] : [`Passwort: ${password}`]),
          `Anmelden: ${homeOf(services.environment, tenant.name)}`,
        ].join("\n"),
      );
    }),
};

function nameOf(given: string): string {
  const name = given.trim();
  if (name === "") throw new TenantRefusal("Vorname und Nachname dürfen nicht leer sein.");
  return name;
}

function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === "USERNAME_TAKEN";
}

function taken(club: string, email: string): TenantRefusal {
  return new TenantRefusal(
    `Die Adresse ${email} hat in diesem Verein schon jemand. Wer einen Zugang hat, bekommt alle Rechte mit: vereinsheim user make-admin ${club} ${email}`,
  );
}
