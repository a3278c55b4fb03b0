import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { withClient } from "#platform/server/database/migrate.ts";

export async function insertTestTenant(tx: WriteTx, id: string, name: string): Promise<void> {
  await sqlOf(tx)
    .insertInto("tenant")
    .values({ tenant_id: id, name, display_name: `Verein ${name}` })
    .execute();
}

export async function insertTestMember(
  tx: WriteTx,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string | null },
): Promise<string> {
  const id = randomUUID();
  await sqlOf(tx)
    .insertInto("member")
    .values({
      id,
      member_number: id.slice(0, 8),
      first_name: firstName,
      last_name: lastName,
      email,
      search_text: "",
      name_sound: "",
    })
    .execute();
  return id;
}

export async function changeTestMember(
  tx: WriteTx,
  id: string,
  change: {
    left_on?: string | null;
    deceased_on?: string | null;
    deleted_at?: Date | null;
    email?: string | null;
    last_name?: string;
  },
): Promise<void> {
  await sqlOf(tx).updateTable("member").set(change).where("id", "=", id).execute();
}

/** Moves every use of a record a minute into the past. */
export async function ageConsumedRecords(tx: WriteTx): Promise<void> {
  await sql`UPDATE oidc_record SET consumed_at = consumed_at - interval '1 minute' WHERE consumed_at IS NOT NULL`.execute(
    sqlOf(tx),
  );
}

/** Moves the log-in of every session of this login into the past. */
export async function ageLogin(tx: WriteTx, loginId: string, seconds: number): Promise<void> {
  await sql`
    UPDATE oidc_record SET payload = jsonb_set(payload, '{loginTs}',
      to_jsonb(extract(epoch FROM now())::int - ${seconds}::int))
    WHERE model = 'Session' AND login_id = ${loginId}`.execute(sqlOf(tx));
}

/** Everything that is kept, as one text. */
export async function dumpRecords(tx: ReadTx): Promise<string> {
  const { rows } = await sql<{
    text: string;
  }>`SELECT oidc_record::text AS text FROM oidc_record`.execute(sqlOf(tx));
  return rows.map(({ text }) => text).join("\n");
}

/** Returns what sign-in has in the database: rows and bytes of its records, and counted tries. */
export async function signInFootprint(ownerUrl: string): Promise<Record<string, string>> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `SELECT (SELECT count(*) FROM oidc_record) AS records,
              (SELECT coalesce(sum(octet_length(payload::text)), 0) FROM oidc_record) AS bytes,
              (SELECT coalesce(string_agg(key || points, ',' ORDER BY key), '')
                 FROM operations.rate_limit) AS tries,
              (SELECT count(*) FROM graphile_worker._private_jobs) AS jobs`,
    );
    return rows[0] ?? {};
  });
}

export async function suspendTestTenant(tx: WriteTx): Promise<void> {
  await sql`UPDATE tenant SET state = 'SUSPENDED'`.execute(sqlOf(tx));
}

/** Lets jobs that wait for their next try run now, as after hours. */
export async function makeWaitingJobsDue(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) =>
    client.query("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()"),
  );
}

/** Returns how many jobs wait in the queue; those that were given up or replaced don't. */
export async function waitingJobs(ownerUrl: string): Promise<number> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM graphile_worker._private_jobs WHERE attempts < max_attempts",
    );
    return rows[0]?.waiting ?? 0;
  });
}

/** Returns how many transactions the application has open at this moment. */
export async function openTransactions(ownerUrl: string): Promise<number> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'vereinsheim'
         AND xact_start IS NOT NULL`,
    );
    return rows[0]?.open ?? 0;
  });
}

/** Moves every invitation this many days into the past. */
export async function backdateInvitations(tx: WriteTx, days: number): Promise<void> {
  await sqlOf(tx)
    .updateTable("login")
    .set({
      invited_at: sql<Date>`invited_at - make_interval(days => ${days}::int)`,
      invitation_reminder_on: sql<string>`invitation_reminder_on - ${days}::int`,
    })
    .execute();
}

/** Lets the log-ins that a Keycloak has ended be so many hours old. */
export async function backdateEndedSessions(tx: WriteTx, hours: number): Promise<void> {
  await sqlOf(tx)
    .updateTable("keycloak_ended_session")
    .set({ ended_at: sql<Date>`now() - make_interval(hours => ${hours}::int)` })
    .execute();
}
