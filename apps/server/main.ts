import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { pino } from "pino";
import { EnvironmentError, readEnvironment } from "#platform/server/environment.ts";
import { type JobQueue, startJobs } from "#platform/server/jobs/job-queue.ts";
import { type DemoLogins, makeDemo } from "./demo/demo.ts";
import { openInstallation } from "./installation.ts";
import { requireOwnerToServe } from "./require-owner.ts";
import { createAppServer } from "./server.ts";

/** Requests that do not end get this long once nothing new is accepted. */
const SHUTDOWN_LIMIT_MS = 20_000;

async function main(): Promise<void> {
  // Where many rows once lived long, V8 puts all rows to come among the old ones at once, and they
  // pile up there until the whole heap is looked through: an export of 100,000 members then holds
  // twice as much.
  setFlagsFromString("--no-allocation-site-pretenuring");
  const environment = readEnvironment(process.env);
  await requireOwnerToServe(environment);
  const log = pino({
    level: environment.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
  });
  const installation = await openInstallation(environment, log);
  const { services, ownerUrl } = installation;
  let stopping = false;
  let queue: JobQueue | undefined;
  const database = installation.embedded?.watch({
    log,
    lost(reason) {
      log.fatal(`${reason} Der Server beendet sich.`);
      process.exit(1);
    },
  });
  try {
    const app = await createAppServer(services, {
      pages: true,
      stopping: () => stopping,
      ...(database && { embeddedDatabase: database }),
    });
    const logins = environment.demo ? await makeDemo(services) : undefined;
    queue = await startJobs({ ownerUrl, jobs: app.jobs, services });
    await app.server.listen({ port: environment.port, host: environment.host });
    process.stdout.write(welcome(environment.publicUrl(environment.defaultTenant), logins));

    const stop = async (drainSeconds: number) => {
      if (stopping) return;
      // From now on load balancers are told to go elsewhere, and every answer ends its connection.
      stopping = true;
      setTimeout(() => process.exit(1), drainSeconds * 1_000 + SHUTDOWN_LIMIT_MS).unref();
      await wait(drainSeconds * 1_000);
      // A download that began before ends on a connection that was not told to close: it would stay
      // open for its next request.
      const idle = setInterval(() => app.server.server.closeIdleConnections(), 200);
      await app.server.close();
      clearInterval(idle);
      await queue?.stop();
      await installation.close();
      process.exit(0);
    };
    process.on("SIGTERM", () => void stop(environment.drainSeconds));
    // A person at a terminal is waiting.
    process.on("SIGINT", () => void stop(0));
  } catch (error) {
    await queue?.stop().catch(() => {});
    await installation.close().catch(() => {});
    throw error;
  }
}

function welcome(address: string, logins: DemoLogins | undefined): string {
  const lines = logins?.accounts.map(({ email, role }) => `  ${email.padEnd(24)}${role}`) ?? [];
  const accounts =
    logins === undefined
      ? ""
      : `\nAnmelden mit dem Passwort ${logins.password}\n${lines.join("\n")}\n`;
  return `\nVereinsheim läuft: ${address}\n${accounts}\nBeenden mit Strg+C\n\n`;
}

/** Why it can't listen, by the system's code. */
const NOT_LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE:
    "Die Adresse ist belegt: Auf diesem Port läuft schon ein Programm. Setzen Sie PORT auf einen anderen Wert.",
  EACCES:
    "Auf diesem Port darf der Benutzer nicht lauschen. Setzen Sie PORT auf einen Wert ab 1024, und stellen Sie einen Proxy davor.",
};

main().catch((error: unknown) => {
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  const reason = syscall === "listen" ? NOT_LISTENING[code] : undefined;
  if (error instanceof EnvironmentError) process.stderr.write(`${error.message}\n`);
  else if (reason !== undefined) process.stderr.write(`${reason}\n`);
  else
    process.stderr.write(
      `Der Server konnte nicht starten: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  process.exit(1);
});
