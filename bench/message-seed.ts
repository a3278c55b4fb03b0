import { foldedText } from "#platform/contract/fold.ts";
import { withClient } from "#platform/server/database/migrate.ts";
import type pg from "pg";

/** Messages in the inbox and the sent folder of a tenant's first office member. */
export interface MessagePlan {
  tenant: string;
  messages: number;
}

export interface SeededClub {
  tenantId: string;
  /** With every member of the club in it. */
  groupId: string;
  officeId: string;
}

const GROUP = "Bench: alle";
const WORDS = [
  "Training",
  "Spiel",
  "Halle",
  "Versammlung",
  "Beitrag",
  "Fahrt",
  "Platz",
  "Feier",
  "Trikot",
  "Turnier",
  "Schlüssel",
  "Anmeldung",
];
const BATCH = 5_000;

/**
 * Each message goes to the office member; every second is sent by them as well. Those of an earlier
 * run stay.
 */
export async function seedMessages(
  ownerUrl: string,
  plans: readonly MessagePlan[],
): Promise<Map<string, SeededClub>> {
  return withClient(ownerUrl, async (client) => {
    const clubs = new Map<string, SeededClub>();
    // No history of these changes, and no foreign keys row by row.
    await client.query("SET session_replication_role = replica");
    for (const plan of plans) clubs.set(plan.tenant, await seedClub(client, plan));
    await client.query(
      "VACUUM (ANALYZE) message, message_recipient, membership, club_group, member",
    );
    await client.query("CHECKPOINT");
    return clubs;
  });
}

async function seedClub(client: pg.Client, { tenant, messages }: MessagePlan): Promise<SeededClub> {
  const { rows } = await client.query<{ tenant_id: string; member_id: string }>(
    "SELECT tenant_id, member_id FROM login JOIN tenant USING (tenant_id) WHERE tenant.name = $1 AND username = 'buero0'",
    [tenant],
  );
  const { tenant_id: tenantId = "", member_id: officeId = "" } = rows[0] ?? {};
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenantId]);
  await client.query(
    "UPDATE member SET permissions = array_append(permissions, 'SEND_MESSAGE') WHERE tenant_id = $1 AND id = $2 AND NOT 'SEND_MESSAGE' = ANY(permissions)",
    [tenantId, officeId],
  );
  // Mails have figures of their own and would run beside these.
  await client.query(
    "UPDATE member SET message_mail = 'NONE' WHERE tenant_id = $1 AND message_mail <> 'NONE'",
    [tenantId],
  );
  const known = await client.query<{ id: string }>(
    "SELECT id FROM club_group WHERE tenant_id = $1 AND name = $2",
    [tenantId, GROUP],
  );
  if (known.rows[0] !== undefined) return { tenantId, officeId, groupId: known.rows[0].id };
  const group = await client.query<{ id: string }>(
    "INSERT INTO club_group (tenant_id, id, name) VALUES ($1, time_ordered_uuid(), $2) RETURNING id",
    [tenantId, GROUP],
  );
  const groupId = group.rows[0]?.id ?? "";
  await client.query(
    "INSERT INTO membership (tenant_id, id, group_id, member_id) SELECT $1, time_ordered_uuid(), $2, id FROM member WHERE tenant_id = $1",
    [tenantId, groupId],
  );
  for (let first = 0; first < messages; first += BATCH)
    await insertMessages(client, tenantId, officeId, first, Math.min(BATCH, messages - first));
  return { tenantId, officeId, groupId };
}

async function insertMessages(
  client: pg.Client,
  tenantId: string,
  officeId: string,
  first: number,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const word = (step: number) => WORDS[(number * step + step) % WORDS.length] ?? "";
    const subject = `${word(1)} am ${(number % 28) + 1}.${(number % 12) + 1}.`;
    const rare = number % 500 === 7 ? " Sitzungsprotokolle" : "";
    const text = `Liebe Mitglieder des Vereins,\n\nes geht um ${word(5)} und ${word(7)}${rare}. Bitte gebt bis Freitag Bescheid.\n\nViele Grüße`;
    return {
      subject,
      text,
      folded: foldedText(`${subject} ${text}`),
      minutes: number,
      own: number % 2 === 0,
    };
  });
  await client.query(
    `WITH given AS (
       SELECT time_ordered_uuid() AS id, * FROM jsonb_to_recordset($3::jsonb) AS row (subject text, text text, folded text, minutes int, own boolean)
     ), written AS (
       INSERT INTO message (tenant_id, id, sender_id, sender_first_name, sender_last_name, subject, content, plain_text, recipient_count, sent_at, words)
       SELECT $1, id, CASE WHEN own THEN $2::uuid END, 'Britta', 'Büro', subject, '<p>' || replace(text, E'\\n\\n', '</p><p>') || '</p>', text, 1,
         now() - make_interval(mins => minutes), to_tsvector('german', subject || ' ' || text) || to_tsvector('simple', folded)
       FROM given
     )
     INSERT INTO message_recipient (tenant_id, message_id, user_id, direct, sent_at, read_at)
     SELECT $1, id, $2, true, now() - make_interval(mins => minutes), CASE WHEN minutes % 10 > 0 THEN now() END FROM given`,
    [tenantId, officeId, JSON.stringify(rows)],
  );
}
