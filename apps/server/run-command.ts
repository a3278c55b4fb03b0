import { parseArgs } from "node:util";
import { readEnvironment } from "#platform/server/environment.ts";
import { programVersion } from "#platform/server/program-version.ts";
import { type Command, say, Usage } from "./commands/command.ts";

const ENVIRONMENT_NOTE =
  "Einstellungen kommen aus denselben Umgebungsvariablen wie beim Server (DATA_DIR, DATABASE_URL, …).";

/** Runs one of the operator's commands; returns the exit code. Whatever fails is a sentence. */
export async function runCommand(
  args: readonly string[],
  variables: Record<string, string | undefined>,
): Promise<number> {
  if (args.includes("--version")) {
    say(`vereinsheim ${programVersion()}`);
    return 0;
  }
  const { commands } = await import("./commands/all-commands.ts");
  try {
    return await run(commands, args, variables);
  } catch (error) {
    const { sentenceOf } = await import("./commands/sentences.ts");
    const isUsage = error instanceof Usage;
    process.stderr.write(`${sentenceOf(error)}\n${isUsage ? `\n${usage(commands)}` : ""}`);
    if (variables["LOG_LEVEL"] === "debug" && !isUsage && error instanceof Error)
      process.stderr.write(`${error.stack ?? ""}\n`);
    return 1;
  }
}

async function run(
  commands: readonly Command[],
  args: readonly string[],
  variables: Record<string, string | undefined>,
): Promise<number> {
  const command = commands.find(
    ({ name }) => name === args.slice(0, name.split(" ").length).join(" "),
  );
  if (args.length === 0 || args.includes("--help") || args.includes("-h")) {
    process.stdout.write(command === undefined ? usage(commands) : `vereinsheim ${command.help}\n`);
    return 0;
  }
  if (command === undefined)
    throw new Usage(`Den Befehl "${args.slice(0, 2).join(" ")}" gibt es nicht.`);
  const { options = {}, parameters } = command;
  const { values, positionals } = parseArgs({
    args: args.slice(command.name.split(" ").length),
    allowPositionals: true,
    options,
  });
  const missing = parameters[positionals.length];
  if (missing !== undefined) throw new Usage(missing);
  if (positionals.length > parameters.length)
    throw new Usage(`Das ist zu viel: ${positionals.slice(parameters.length).join(" ")}`);
  return (await command.run(readEnvironment(variables), positionals, values)) ?? 0;
}

function usage(commands: readonly Command[]): string {
  const lines = commands.map(({ help }) => `  vereinsheim ${help}`).join("\n");
  return `vereinsheim: Befehle für Betreiber

${lines}
  vereinsheim --version

${ENVIRONMENT_NOTE}
`;
}
