import { setTimeout as wait } from "node:timers/promises";
import { createTenant, addCustomField, customFields } from "#modules/tenants/server/public.ts";
import { type Database, openDatabase, systemActor } from "#platform/server/database/database.ts";
import { applicationLogin, migrate, withClient } from "#platform/server/database/migrate.ts";
import { createLiveBus } from "#platform/server/live.ts";
import { pino } from "pino";
import { eventually } from "../machine.ts";
import { SECRET } from "../product.ts";
import { type Party, type Report, require } from "../report.ts";
import { DebianCluster, debianPostgres } from "./cluster.ts";
import { makeDatabase } from "./database.ts";

/** What may be old is so for five seconds at most; a replica is measured every second. */
const LAG_BOUND_MS = 12_000;
/** Until it was measured after the last change. */
const MEASURED_MS = 4_000;

/** A streaming replica by DATABASE_REPLICA_URL: who is shown what it has. */
export async function replica(report: Report): Promise<void> {
  const programs = await debianPostgres();
  if ("absent" in programs)
    return report.skipped(
      { name: "Streaming replica", version: "" },
      "everything",
      programs.absent,
    );
  const primary = await DebianCluster.start(programs.folder);
  const party = { name: "Streaming replica", version: await primary.version() };
  let standby: DebianCluster | undefined;
  const live = createLiveBus();
  let database: Database | undefined;
  try {
    const url = await migrate(await makeDatabase(primary, "club"), SECRET);
    standby = await DebianCluster.standbyOf(primary, "standby");
    const replicaUrl = applicationLogin(standby.url("club"), SECRET).url;
    database = openDatabase({ connectionString: url, replicaUrl, live });
    await live.start(url, pino({ level: "silent" }));
    await stories(report, party, { primary, standby, database, replicaUrl });
  } finally {
    await live.close();
    await database?.close();
    await standby?.drop();
    await primary.drop();
  }
}

interface Place {
  primary: DebianCluster;
  standby: DebianCluster;
  database: Database;
  replicaUrl: string;
}

async function stories(
  report: Report,
  party: Party,
  { primary, standby, database, replicaUrl }: Place,
): Promise<void> {
  const { id } = await createTenant(database, "turnverein", "Turnverein");
  const make = (label: string) =>
    database.write(id, systemActor(), (tx) =>
      addCustomField(tx, {
        key: label.toLowerCase(),
        label,
        kind: "TEXT",
        options: [],
        required: false,
        selfService: false,
        position: 0,
      }),
    );
  const labels = async () =>
    (await database.read(id, customFields, { mayLag: true })).map(({ label }) => label);
  const onStandby = (text: string) =>
    withClient(standby.url("club"), (client) => client.query(text));
  /** Nobody is told of it: only who reads the row itself sees it. */
  const renameSecretly = (from: string, to: string) =>
    withClient(primary.url("club"), async (client) => {
      await client.query("SET session_replication_role = replica");
      await client.query("UPDATE custom_field SET label = $2 WHERE label = $1", [from, to]);
    });

  await make("Kopie");
  await report.tried(party, "what may be some seconds old comes from the replica", async () => {
    await wait(MEASURED_MS);
    await onStandby("SELECT pg_wal_replay_pause()");
    await renameSecretly("Kopie", "Heimlich");
    const shown = await labels();
    require(shown.includes("Kopie"), `the primary was read: ${shown.join()}`);
    return "shows what the replica has";
  });
  await report.tried(party, "once it is five seconds behind, the primary is read", async () => {
    const begun = Date.now();
    await eventually(
      async () => (await labels()).includes("Heimlich"),
      "still the former row",
      LAG_BOUND_MS,
    );
    return `after ${Date.now() - begun} ms`;
  });
  await report.tried(party, "what was just written is seen, however far it is behind", async () => {
    await onStandby("SELECT pg_wal_replay_resume()");
    await wait(MEASURED_MS);
    await onStandby("SELECT pg_wal_replay_pause()");
    await make("Sofort");
    const shown = await labels();
    await onStandby("SELECT pg_wal_replay_resume()");
    require(shown.includes("Sofort"), `older than the write: ${shown.join()}`);
    return "read from the primary";
  });
  await report.tried(party, "it has the same roles and policies", async () => {
    const refusal = await withClient(replicaUrl, (client) =>
      client.query("SELECT FROM custom_field"),
    ).then(
      () => undefined,
      (error: Error) => error.message,
    );
    require(refusal?.includes("app.tenant_id") === true, `without a club: ${refusal ?? "rows"}`);
    return "no rows without a club";
  });
  await report.tried(party, "it dies: reads go on", async () => {
    await wait(MEASURED_MS);
    await standby.kill();
    for (let round = 0; round < 10; round++) {
      require((await labels()).length === 2, "fields are missing");
      await wait(200);
    }
    return "10 of 10";
  });
}
