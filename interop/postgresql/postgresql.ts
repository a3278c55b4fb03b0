import { join } from "node:path";
import { Office } from "../../faults/office.ts";
import { vereinsheim, withFolder, withServer } from "../product.ts";
import { type Report, require } from "../report.ts";
import { DebianCluster, debianPostgres } from "./cluster.ts";
import { makeDatabase } from "./database.ts";

const NAME = "PostgreSQL";
/** The oldest that the product takes. */
const OLDEST = "15";

/** PostgreSQL as Debian packages it, by DATABASE_URL: clubs, backup and restore, a plain dump. */
export async function postgresql(report: Report): Promise<void> {
  const programs = await debianPostgres(OLDEST);
  if ("absent" in programs)
    return report.skipped({ name: NAME, version: OLDEST }, "everything", programs.absent);
  const cluster = await DebianCluster.start(programs.folder);
  const party = { name: NAME, version: await cluster.version() };
  try {
    await withFolder(async (folder) => {
      const DATABASE_URL = await makeDatabase(cluster, "club");
      const env = { DATABASE_URL, DATA_DIR: join(folder, "data") };
      const made = await report.tried(party, "the demo club: log in, make a member, find it", () =>
        withServer(env, ({ url }) => makeMember(url), { dataDir: env.DATA_DIR }),
      );
      if (!made) return;
      await report.tried(party, "a club by `tenant create`, with an administrator", async () => {
        await vereinsheim(["tenant", "create", "turnverein"], env);
        const args = ["user", "create-admin", "turnverein", "vorstand@turnverein.example"];
        return vereinsheim(args, env);
      });
      await report.tried(party, "`tenant list` names both clubs", async () => {
        const clubs = JSON.parse(await vereinsheim(["tenant", "list", "--json"], env)) as unknown;
        const text = JSON.stringify(clubs);
        require(text.includes("turnverein") && text.includes("demo"), text);
        return "turnverein, demo";
      });
      await report.tried(party, "backup, restored into another database, checked", async () => {
        const file = join(folder, "backup.tar.zst");
        await vereinsheim(["backup", file], env);
        const copy = {
          DATABASE_URL: await makeDatabase(cluster, "copy"),
          DATA_DIR: join(folder, "copy"),
        };
        await vereinsheim(["restore", file], copy);
        const said = await vereinsheim(["check", "--deep"], copy);
        await withServer(copy, ({ url }) => findMember(url), { dataDir: copy.DATA_DIR });
        return said.trim().split("\n").at(-1) ?? "";
      });
      await report.tried(
        party,
        "a plain pg_dump, restored as documented into another PostgreSQL",
        () => restorePlainDump(cluster, programs.folder, folder),
      );
    });
  } finally {
    await cluster.drop();
  }
}

async function makeMember(url: string): Promise<string> {
  const office = new Office(url);
  await office.logIn();
  const creation = office.newCreation("Dritte");
  const id = await office.create(creation);
  require((await office.membersMarked("Dritte")).some((one) => one.id === id), "not found again");
  return creation.lastname;
}

async function findMember(url: string): Promise<void> {
  const office = new Office(url);
  await office.logIn();
  require((await office.membersMarked("Dritte")).length === 1, "the member is not there");
}

/** Word for word what docs/operating.md says. */
async function restorePlainDump(
  cluster: DebianCluster,
  programs: string,
  folder: string,
): Promise<string> {
  const other = await DebianCluster.start(programs);
  try {
    const dump = other.file("club.sql");
    await cluster.run("pg_dump", ["-d", cluster.url("club"), "-f", dump]);
    const roles = [
      "CREATE ROLE club_app NOLOGIN",
      "CREATE ROLE club_lookup NOLOGIN",
      "CREATE ROLE club_search NOLOGIN",
    ];
    const password = "of-the-other-one";
    await other.run("psql", [
      other.url(),
      ...[
        `CREATE ROLE verein LOGIN CREATEROLE BYPASSRLS PASSWORD '${password}'`,
        ...roles,
        "GRANT club_app, club_lookup, club_search TO verein WITH ADMIN OPTION",
        "CREATE DATABASE club OWNER verein",
      ].flatMap((statement) => ["-c", statement]),
    ]);
    await other.run("psql", [other.url("club"), "-1", "-v", "ON_ERROR_STOP=1", "-q", "-f", dump]);
    // Files are not in a dump: the folder of the former installation has them.
    const env = {
      DATABASE_URL: other.url("club", "verein", password),
      DATA_DIR: join(folder, "data"),
    };
    await withServer(env, ({ url }) => findMember(url), { dataDir: env.DATA_DIR });
    return (await vereinsheim(["check", "--deep"], env)).trim().split("\n").at(-1) ?? "";
  } finally {
    await other.drop();
  }
}
