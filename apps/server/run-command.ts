import { parseArgs } from "node:util";
import { readEnvironment } from "#platform/server/environment.ts";
import { programVersion } from "#platform/server/program-version.ts";
import { type CommandEntry, commandTable } from "./commands/command-table.ts";
import { Usage } from "./commands/usage.ts";
import { requireInstallation } from "./require-installation.ts";
import { requireOwner } from "./require-owner.ts";

const ENVIRONMENT_NOTE =
  "Einstellungen kommen aus denselben Umgebungsvariablen wie beim Server (DATA_DIR, DATABASE_URL, …).";

type Variables = Readonly<Record<string, string | undefined>>;

/** Runs one of the operator's commands; returns the exit code. Whatever fails is a sentence. */
export async function runCommand(args: readonly string[], variables: Variables): Promise<number> {
  try {
    return await run(args, variables);
  } catch (error) {
    const { sentenceOf } = await import("./commands/sentences.ts");
    const isUsage = error instanceof Usage;
    process.stderr.write(`${sentenceOf(error)}\n${isUsage ? `\n${usage()}` : ""}`);
    if (variables["LOG_LEVEL"] === "debug" && !isUsage && error instanceof Error)
      process.stderr.write(`${error.stack ?? ""}\n`);
    return 1;
  }
}

async function run(args: readonly string[], variables: Variables): Promise<number> {
  if (args.includes("--version")) return tell(`vereinsheim ${programVersion()}\n`);
  const entry = commandTable.find(
    ({ name }) => name === args.slice(0, name.split(" ").length).join(" "),
  );
  if (args.length === 0 || args.includes("--help") || args.includes("-h"))
    return tell(entry === undefined ? usage() : `${helpOf(entry)}\n`);
  if (entry === undefined)
    throw new Usage(`Den Befehl "${args.slice(0, 2).join(" ")}" gibt es nicht.`);
  const { values, positionals } = parseArgs({
    args: args.slice(entry.name.split(" ").length),
    allowPositionals: true,
    options: entry.options ?? {},
  });
  requireParameters(entry, positionals);
  const environment = readEnvironment(variables);
  await requireOwner(environment);
  if (entry.begins !== true) await requireInstallation(environment);
  const command = await entry.load();
  return (await command.run(environment, positionals, values)) ?? 0;
}

function requireParameters(
  { parameters, optional = 0 }: CommandEntry,
  given: readonly string[],
): void {
  const missing = parameters[given.length];
  if (missing !== undefined) throw new Usage(missing);
  const most = parameters.length + optional;
  if (given.length > most) throw new Usage(`Das ist zu viel: ${given.slice(most).join(" ")}`);
}

function tell(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Returns how a command is called: `vereinsheim tenant resume NAME`. */
export function callOf({ name, usage: rest }: CommandEntry): string {
  return ["vereinsheim", name, ...(rest === undefined ? [] : [rest])].join(" ");
}

function helpOf(entry: CommandEntry): string {
  return `${callOf(entry)}\n      ${entry.help}`;
}

function usage(): string {
  return `vereinsheim: Befehle für Betreiber

${commandTable.map((entry) => `  ${helpOf(entry)}`).join("\n")}
  vereinsheim --version

${ENVIRONMENT_NOTE}
`;
}
