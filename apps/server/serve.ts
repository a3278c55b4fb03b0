import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Environment } from "#platform/server/environment.ts";
import { type JobQueue, startJobs } from "#platform/server/jobs/job-queue.ts";
import { surviveUnawaitedQueries } from "#platform/server/database/unawaited-queries.ts";
import { type DemoLogins, makeDemo } from "./demo/demo.ts";
import { openInstallation } from "./installation.ts";
import { createAppServer } from "./server.ts";
import { giveBackWhileResting } from "./resting-memory.ts";
import { tryParts } from "./try-parts.ts";
import { isFirstWorker } from "./workers.ts";

/** Requests that do not end get this long once nothing new is accepted. */
const SHUTDOWN_LIMIT_MS = 20_000;

/** Jobs that run at the same moment on one machine. */
const JOBS_AT_ONCE = 6;

/** Opens the installation and serves it until the process is told to stop. */
export async function serve(environment: Environment, log: Logger): Promise<void> {
  surviveUnawaitedQueries(log);
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
    queue = await startJobs({
      ownerUrl,
      jobs: app.jobs,
      services,
      concurrency: Math.max(2, Math.ceil(JOBS_AT_ONCE / environment.workers)),
    });
    giveBackWhileResting();
    await app.server.listen({ port: environment.port, host: environment.host });
    if (isFirstWorker()) {
      welcome(environment, logins, log);
      void tryParts(environment, log);
    }

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

/** Says where the product is, to people or to what reads the log. A log has no passwords. */
function welcome(environment: Environment, logins: DemoLogins | undefined, log: Logger): void {
  const address = environment.publicUrl(environment.defaultTenant);
  if (environment.production) log.info({ address }, "ready");
  else process.stdout.write(welcomeText(address, logins));
}

function welcomeText(address: string, logins: DemoLogins | undefined): string {
  const lines = logins?.accounts.map(({ email, role }) => `  ${email.padEnd(24)}${role}`) ?? [];
  const accounts =
    logins === undefined
      ? ""
      : `\nAnmelden mit dem Passwort ${logins.password}\n${lines.join("\n")}\n`;
  return `\nVereinsheim läuft: ${address}\n${accounts}\nBeenden mit Strg+C\n\n`;
}
