import cluster from "node:cluster";
import { setFlagsFromString } from "node:v8";
import {
  type Environment,
  EnvironmentError,
  readEnvironment,
} from "#platform/server/environment.ts";
import { createLog } from "#platform/server/log/create-log.ts";
import { catchStrayOutput } from "#platform/server/log/stray-output.ts";
import { requireOwnerToServe } from "./require-owner.ts";

/** Why it can't listen, by the system's code. */
const NOT_LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "Die Adresse ist belegt: Auf diesem Port läuft schon ein Programm. Setzen Sie PORT auf einen anderen Wert.",
  EACCES:
    "Auf diesem Port darf der Benutzer nicht lauschen. Setzen Sie PORT auf einen Wert ab 1024, und stellen Sie einen Proxy davor.",
};

async function main(): Promise<void> {
  // Where many rows once lived long, V8 puts all rows to come among the old ones at once, and they
  // pile up there until the whole heap is looked through: an export of 100,000 members then holds
  // twice as much.
  setFlagsFromString("--no-allocation-site-pretenuring");
  const environment = readEnvironment(process.env);
  await requireOwnerToServe(environment);
  const log = logOf(environment);
  if (environment.production) catchStrayOutput(log);
  // Only now: libraries print while they are loaded.
  const isForOthers = environment.workers > 1 && cluster.isPrimary;
  const { serve } = isForOthers
    ? { serve: (await import("./workers.ts")).serveInWorkers }
    : await import("./serve.ts");
  // While sources are watched (`npm run dev`), Node lets workers tell which files they load: their
  // readers would take that for an answer.
  delete process.env["WATCH_REPORT_DEPENDENCIES"];
  await serve(environment, log);
}

function logOf({
  logLevel,
  production,
  test,
}: Pick<Environment, "logLevel" | "production" | "test">) {
  return createLog({ level: logLevel, isReadable: !production && !test });
}

/** Says why there is no server: the settings themselves may be what is wrong. */
function refuse(error: unknown): void {
  const sentence = sentenceOf(error);
  if (process.env["NODE_ENV"] === "production") {
    createLog({ level: "fatal" }).fatal(
      sentence === undefined ? { err: error } : {},
      sentence ?? "Der Server konnte nicht starten.",
    );
    return;
  }
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${sentence ?? `Der Server konnte nicht starten: ${reason}`}\n`);
}

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof EnvironmentError) return error.message;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  // A worker hears of it from the process that listens for all.
  return syscall === "listen" || syscall === "bind" ? NOT_LISTENING[code] : undefined;
}

main().catch((error: unknown) => {
  refuse(error);
  process.exit(1);
});
