import { randomBytes } from "node:crypto";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";

export const ROUNDS = 100;
export const PEOPLE = 50;
const NAME = "Bench: letzter Platz";

interface Round {
  eventId: string;
  publicIds: string[];
}

/** One has the place, the others wait, each at a place of their own. */
export async function hasOneWinner(client: pg.Client, eventId: string): Promise<boolean> {
  const { rows } = await client.query<{ accepted: number; waiting: number; ranks: number }>(
    `SELECT count(*) FILTER (WHERE state = 'ACCEPTED')::int AS accepted, count(*) FILTER (WHERE state = 'WAITING')::int AS waiting,
       count(DISTINCT waiting_number)::int AS ranks FROM invitation WHERE event_id = $1`,
    [eventId],
  );
  return rows[0]?.accepted === 1 && rows[0].waiting === PEOPLE - 1 && rows[0].ranks === PEOPLE - 1;
}

/** The club by its name; its rows are what the connection sees from now on. */
export async function tenantIdOf(client: pg.Client, tenant: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT tenant_id AS id FROM tenant WHERE name = $1",
    [tenant],
  );
  const id = rows[0]?.id ?? "";
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [id]);
  return id;
}

/** An event with one place and fifty invited guests for each round; those of an earlier run go. */
export async function makeRounds(client: pg.Client, tenantId: string): Promise<Round[]> {
  const calendarId = uuidv7();
  await client.query("DELETE FROM calendar WHERE tenant_id = $1 AND name = $2", [tenantId, NAME]);
  await client.query(
    "INSERT INTO calendar (tenant_id, id, name, color, ics_id) VALUES ($1, $2, $3, 'GREEN', $4)",
    [tenantId, calendarId, NAME, randomBytes(24).toString("base64url")],
  );
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const eventId = uuidv7();
    const publicIds = Array.from({ length: PEOPLE }, () => randomBytes(18).toString("base64url"));
    await client.query(
      `INSERT INTO event (tenant_id, id, calendar_id, uid, title, starts_at, ends_at, answer_maximum, allow_comment, allow_companions, waiting_list)
       VALUES ($1, $2, $3, $4, 'Letzter Platz', now() + interval '30 days', now() + interval '30 days 2 hours', 1, true, false, true)`,
      [tenantId, eventId, calendarId, eventId],
    );
    await client.query(
      `INSERT INTO invitation (tenant_id, id, event_id, guest_name, guest_email, public_id, notified_state)
       SELECT $1, time_ordered_uuid(), $2, 'Gast ' || n, 'gast' || n || '@example.org', public_id, '{}'
       FROM unnest($3::text[]) WITH ORDINALITY AS given (public_id, n)`,
      [tenantId, eventId, publicIds],
    );
    rounds.push({ eventId, publicIds });
  }
  await client.query("ANALYZE invitation, event");
  return rounds;
}
