import { parseArgs } from "node:util";
import { pino } from "pino";
import { createAdministrator } from "./first-admin.ts";
import { allTenants, createTenant, deleteTenant, findTenantByName, setTenantState, TenantRefusal } from "#modules/tenants/server/public.ts";
import { EnvironmentError, readEnvironment } from "#platform/server/environment.ts";
import { openInstallation } from "./installation.ts";

const USAGE = `vereinsheim: Befehle für Betreiber

  vereinsheim tenant create NAME [--display-name "TSV Grünhausen"]
  vereinsheim tenant list
  vereinsheim tenant suspend NAME
  vereinsheim tenant resume NAME
  vereinsheim tenant delete NAME --yes      löscht alles, was dem Verein gehört
  vereinsheim user create-admin TENANT E-MAIL [--firstname X --lastname Y]
      Das Passwort kommt aus ADMIN_PASSWORD, sonst wird eines erzeugt und gezeigt.

Einstellungen kommen aus denselben Umgebungsvariablen wie beim Server (DATA_DIR, DATABASE_URL, …).
`;

class Usage extends Error {}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "display-name": { type: "string" },
      firstname: { type: "string" },
      lastname: { type: "string" },
      yes: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true || positionals.length === 0) {
    process.stdout.write(USAGE);
    return;
  }
  const command = positionals.slice(0, 2).join(" ");
  const [, , name, email] = positionals;
  const known = ["tenant create", "tenant list", "tenant suspend", "tenant resume", "tenant delete", "user create-admin"];
  if (!known.includes(command)) throw new Usage(`Den Befehl "${command}" gibt es nicht.`);
  if (command !== "tenant list" && name === undefined) throw new Usage("Der Name des Vereins fehlt.");
  if (command === "tenant delete" && values.yes !== true) {
    throw new Usage(`Das löscht den Verein "${name ?? ""}" mit allen Mitgliedern, Gruppen und Dateien, endgültig. Wenn das gewollt ist, bitte --yes anfügen.`);
  }
  if (command === "user create-admin" && email === undefined) throw new Usage("Die E-Mail-Adresse fehlt.");

  const environment = readEnvironment(process.env);
  const installation = await openInstallation(environment, pino({ level: "warn" }));
  const { database } = installation.services;
  try {
    switch (command) {
      case "tenant create": {
        const tenant = await createTenant(database, name ?? "", values["display-name"] ?? name ?? "");
        say(`Der Verein "${tenant.name}" ist angelegt. Nächster Schritt: vereinsheim user create-admin ${tenant.name} E-MAIL`);
        break;
      }
      case "tenant list":
        for (const tenant of await allTenants(database)) {
          say([tenant.name, tenant.state, tenant.createdAt.toISOString().slice(0, 10), tenant.displayName].join("\t"));
        }
        break;
      case "tenant suspend":
      case "tenant resume":
        await setTenantState(database, name ?? "", command === "tenant suspend" ? "SUSPENDED" : "ACTIVE");
        say(command === "tenant suspend" ? `Der Verein "${name ?? ""}" ist abgeschaltet.` : `Der Verein "${name ?? ""}" ist wieder da.`);
        break;
      case "tenant delete":
        await deleteTenant(installation.services, name ?? "");
        say(`Der Verein "${name ?? ""}" ist gelöscht.`);
        break;
      case "user create-admin": {
        const tenant = await findTenantByName(database, name ?? "");
        if (tenant === undefined) throw new TenantRefusal(`Einen Verein "${name ?? ""}" gibt es nicht.`);
        const { username, password } = await createAdministrator(installation.services, tenant, {
          email: email ?? "",
          firstname: values.firstname ?? "Vereins",
          lastname: values.lastname ?? "Verwaltung",
          password: process.env["ADMIN_PASSWORD"],
        });
        say(`Angelegt: ${username}${password === undefined ? "" : `\nPasswort: ${password}`}`);
        break;
      }
    }
  } finally {
    await installation.close();
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof Usage) process.stderr.write(`${error.message}\n\n${USAGE}`);
  else if (error instanceof TenantRefusal || error instanceof EnvironmentError) process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`Das ging nicht: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
