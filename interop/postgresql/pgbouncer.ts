import { chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serviceAccount } from "#platform/server/database/embedded/programs.ts";
import { freePort } from "../../e2e/support/server.ts";
import { Office } from "../../faults/office.ts";
import { programNamed, run, start } from "../machine.ts";
import { refusalAtStart, withFolder, withServer } from "../product.ts";
import { type Report, require } from "../report.ts";
import { DebianCluster, debianPostgres } from "./cluster.ts";
import { makeDatabase } from "./database.ts";

const NAME = "pgbouncer";
/** As docs/operating.md says. */
const IGNORED =
  "statement_timeout,idle_in_transaction_session_timeout,lock_timeout,extra_float_digits";

/** A pooler between: by session it works, by transaction it is refused at the start. */
export async function pgbouncer(report: Report): Promise<void> {
  const program = await programNamed("pgbouncer");
  const programs = await debianPostgres();
  if (program === undefined || "absent" in programs) {
    const why =
      program === undefined
        ? "no pgbouncer (apt-get install pgbouncer)"
        : "no PostgreSQL of Debian";
    return report.skipped({ name: NAME, version: "" }, "everything", why);
  }
  const version = /\d[\d.]+/.exec(await run(program, ["--version"]))?.[0] ?? "";
  const party = { name: NAME, version };
  const cluster = await DebianCluster.start(programs.folder);
  try {
    const url = await makeDatabase(cluster, "club");
    const through = (mode: string, work: (address: string) => Promise<string>) =>
      withPooler(program, cluster, mode, (port) => {
        const address = new URL(url);
        address.port = String(port);
        return work(address.toString());
      });
    await report.tried(party, "pool_mode = session: log in, make a member, find it", () =>
      through("session", (DATABASE_URL) =>
        withServer({ DATABASE_URL }, async (server) => {
          const office = new Office(server.url);
          await office.logIn();
          const id = await office.create(office.newCreation("Pool"));
          require((await office.membersMarked("Pool")).some((one) => one.id === id), "not found");
          return "works";
        }),
      ),
    );
    await report.tried(party, "pool_mode = transaction: refused at the start", () =>
      through("transaction", async (DATABASE_URL) => {
        const said = await refusalAtStart({ DATABASE_URL });
        require(said.includes("Dazwischen ist ein Pooler"), said);
        return said.slice(0, 120);
      }),
    );
  } finally {
    await cluster.drop();
  }
}

/** Asks PostgreSQL for whoever logs in, so that the product's own login needs no entry. */
function withPooler<T>(
  program: string,
  cluster: DebianCluster,
  mode: string,
  work: (port: number) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const port = await freePort();
    const superuser = new URL(cluster.url());
    const settings = join(folder, "pgbouncer.ini");
    const users = join(folder, "users.txt");
    await writeFile(users, `"${superuser.username}" "${superuser.password}"\n`);
    await writeFile(
      settings,
      [
        "[databases]",
        `* = host=127.0.0.1 port=${cluster.port}`,
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        `listen_port = ${port}`,
        "unix_socket_dir =",
        "auth_type = scram-sha-256",
        `auth_file = ${users}`,
        `auth_user = ${superuser.username}`,
        "auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename = $1",
        `pool_mode = ${mode}`,
        "default_pool_size = 60",
        `ignore_startup_parameters = ${IGNORED}`,
      ].join("\n"),
    );
    // It refuses to run as root.
    const account = process.getuid?.() === 0 ? await serviceAccount() : undefined;
    if (account !== undefined)
      for (const path of [folder, settings, users]) await chown(path, account.uid, account.gid);
    const [file, args] =
      account === undefined
        ? [program, [settings]]
        : [
            "setpriv",
            [
              `--reuid=${account.uid}`,
              `--regid=${account.gid}`,
              "--clear-groups",
              program,
              settings,
            ],
          ];
    const pooler = await start(file as string, args as string[], port);
    try {
      return await work(port);
    } finally {
      await pooler.stop("SIGINT");
    }
  });
}
