import { parseArgs } from "node:util";
import { TenantRefusal } from "#modules/tenants/server/public.ts";
import { BackupRefusal } from "#modules/backup/server/archive/format.ts";
import { EnvironmentError, readEnvironment } from "#platform/server/environment.ts";
import { backup } from "./commands/backup.ts";
import { check } from "./commands/check.ts";
import { type Command, Usage } from "./commands/command.ts";
import { createAdmin } from "./commands/create-admin.ts";
import { movingCommands } from "./commands/move-tenant.ts";
import { restore } from "./commands/restore.ts";
import { tenantCommands } from "./commands/tenants.ts";

const COMMANDS: readonly Command[] = [
  ...tenantCommands,
  ...movingCommands,
  createAdmin,
  backup,
  restore,
  check,
];

const USAGE = `vereinsheim: Befehle für Betreiber

${COMMANDS.map(({ help }) => `  vereinsheim ${help}`).join("\n")}

Einstellungen kommen aus denselben Umgebungsvariablen wie beim Server (DATA_DIR, DATABASE_URL, …).
`;

async function main(args: string[]): Promise<void> {
  const command = COMMANDS.find(
    ({ name }) => name === args.slice(0, name.split(" ").length).join(" "),
  );
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    process.stdout.write(command === undefined ? USAGE : `vereinsheim ${command.help}\n`);
    return;
  }
  if (command === undefined)
    throw new Usage(`Den Befehl "${args.slice(0, 2).join(" ")}" gibt es nicht.`);
  const { values, positionals } = parsed(command, args.slice(command.name.split(" ").length));
  const missing = command.parameters[positionals.length];
  if (missing !== undefined) throw new Usage(missing);
  if (positionals.length > command.parameters.length)
    throw new Usage(`Das ist zu viel: ${positionals.slice(command.parameters.length).join(" ")}`);
  const code = await command.run(readEnvironment(process.env), positionals, values);
  if (typeof code === "number") process.exitCode = code;
}

function parsed(
  { options = {} }: Command,
  args: string[],
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Usage(
      `Das verstehe ich nicht: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof Usage) process.stderr.write(`${error.message}\n\n${USAGE}`);
  else if (
    error instanceof TenantRefusal ||
    error instanceof EnvironmentError ||
    error instanceof BackupRefusal
  )
    process.stderr.write(`${error.message}\n`);
  else
    process.stderr.write(
      `Das ging nicht: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  process.exitCode = 1;
});
