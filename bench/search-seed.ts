import { withClient } from "#platform/server/database/migrate.ts";

export interface SearchPlan {
  tenant: string;
  messages: number;
  files: number;
}

const STEMS =
  "Sitzung Verein Sport Platz Kasse Protokoll Satzung Beitrag Jugend Training Turnier Halle Vorstand Haushalt Antrag Wahl Ehrung Fest Sommer Winter Ausflug Fahrt Trikot Schlüssel Ordnung Versicherung Rechnung Quittung Spende Mitglied Abteilung Leitung Plan Termin Einladung Bericht Liste Übung Chor Probe Zelt Küche Müll Garten Brücke Häuser Käse Kuchen Straße Grüße".split(
    " ",
  );
/** Of the files so many in ten have a text inside. */
const WRITTEN_IN_TEN = 4;
const SHARES = 50;
const PARAGRAPHS = 3_000;
const PARAGRAPH_WORDS = 50;

/**
 * Fills messages, files and texts, unless they are there already: words are compounds of two stems,
 * so that there are some thousand of them, common and rare. Members and events are there; triggers
 * are off, so their words are added.
 */
export async function seedSearch(ownerUrl: string, plans: readonly SearchPlan[]): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
    for (const { tenant, messages, files } of plans) {
      const { rows } = await client.query<{ id: string; seeded: boolean }>(
        "SELECT tenant_id AS id, EXISTS (SELECT FROM file_share s WHERE s.tenant_id = tenant.tenant_id AND s.name LIKE 'Bench %') AS seeded FROM tenant WHERE name = $1",
        [tenant],
      );
      const [found] = rows;
      if (found === undefined) throw new Error(`the bench has no tenant ${tenant}`);
      if (found.seeded) continue;
      await client.query("SELECT set_config('app.tenant_id', $1, false)", [found.id]);
      await client.query(
        `CREATE OR REPLACE FUNCTION pg_temp.word(seed int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
           SELECT CASE WHEN abs(hashint4(seed)) % 3 = 0 THEN stems[1 + abs(hashint4(seed + 7)) % cardinality(stems)]
             ELSE stems[1 + abs(hashint4(seed + 7)) % cardinality(stems)] || lower(stems[1 + abs(hashint4(seed + 13)) % cardinality(stems)]) END
           FROM (SELECT '{${STEMS.join(",")}}'::text[] AS stems) s $$`,
      );
      await client.query(
        `CREATE OR REPLACE FUNCTION pg_temp.words(seed int, count int) RETURNS text LANGUAGE sql IMMUTABLE AS $$
           SELECT string_agg(pg_temp.word(seed * 1009 + n), ' ') FROM generate_series(1, count) AS n $$`,
      );
      // Texts are put together from two paragraphs: taking 100,000 of them apart into words would
      // take minutes.
      await client.query(
        `CREATE TEMP TABLE IF NOT EXISTS paragraph AS
         SELECT n, content, to_tsvector('german', content) || to_tsvector('simple', folded_text(content)) AS words
         FROM (SELECT n, pg_temp.words(n, ${PARAGRAPH_WORDS}) AS content FROM generate_series(0, ${PARAGRAPHS - 1}) AS n) written`,
      );
      await client.query("CREATE INDEX IF NOT EXISTS paragraph_number ON paragraph (n)");
      await client.query(
        `INSERT INTO file_share (tenant_id, id, name, kind) SELECT $1, gen_random_uuid(), 'Bench ' || n, 'DOCUMENTS' FROM generate_series(1, ${SHARES}) AS n`,
        [found.id],
      );
      await client.query(
        "INSERT INTO file_entry (tenant_id, id, share_id, name, is_folder) SELECT tenant_id, id, id, '', true FROM file_share WHERE name LIKE 'Bench %' AND tenant_id = $1",
        [found.id],
      );
      await client.query(
        `INSERT INTO file_entry (tenant_id, id, share_id, parent_id, name, is_folder, extension, version, content_type, subtype, size, sha256)
         SELECT $1, time_ordered_uuid(), share.ids[1 + n % ${SHARES}], share.ids[1 + n % ${SHARES}], pg_temp.words(n, 2) || ' ' || (2000 + n % 27) || ' ' || n || '.pdf', false, 'pdf', 1, 'application/pdf', 'pdf', 1000, ''
         FROM generate_series(1, $2::int) AS n, (SELECT array_agg(id) AS ids FROM file_share WHERE name LIKE 'Bench %' AND tenant_id = $1) share`,
        [found.id, files],
      );
      await client.query(
        `INSERT INTO file_text (tenant_id, entry_id, share_id, version, content, words)
         SELECT tenant_id, id, share_id, 1, a.content || ' ' || b.content, a.words || b.words
         FROM (SELECT e.*, abs(hashtext(e.id::text)) AS hash FROM file_entry e WHERE tenant_id = $1 AND version = 1 AND size = 1000) e
           JOIN paragraph a ON a.n = hash % ${PARAGRAPHS} JOIN paragraph b ON b.n = hash / 7 % ${PARAGRAPHS}
         WHERE hash / 11 % 10 < ${WRITTEN_IN_TEN}`,
        [found.id],
      );
      await client.query(
        `INSERT INTO message (tenant_id, id, sender_id, sender_first_name, sender_last_name, subject, content, plain_text, sent_at, recipient_count, words)
         SELECT $1, time_ordered_uuid(), office.ids[1 + n % 40], 'Erika', 'Büro', subject, content, content, now() - n * interval '1 hour', 3, to_tsvector('german', subject) || words
         FROM (SELECT message.n, pg_temp.words(message.n + 500000, 3) AS subject, a.content, a.words
             FROM generate_series(1, $2::int) AS message (n) JOIN paragraph a ON a.n = abs(hashint4(message.n)) % ${PARAGRAPHS}) written,
           (SELECT array_agg(member_id ORDER BY username) AS ids FROM login WHERE tenant_id = $1 AND username LIKE 'buero%') office`,
        [found.id, messages],
      );
      // The one who asks has received every second message; everybody else a few.
      await client.query(
        `INSERT INTO message_recipient (tenant_id, message_id, user_id, direct, sent_at)
         SELECT m.tenant_id, m.id, office.ids[1 + place], true, m.sent_at
         FROM message m, (SELECT array_agg(member_id ORDER BY username) AS ids FROM login WHERE tenant_id = $1 AND username LIKE 'buero%') office,
           unnest(ARRAY[CASE WHEN abs(hashtext(m.id::text)) % 2 = 0 THEN 0 END, 1 + abs(hashtext(m.id::text)) % 39]) AS place
         WHERE m.tenant_id = $1 AND place IS NOT NULL`,
        [found.id],
      );
      await client.query(
        "UPDATE event SET search_text = folded_text(title || ' ' || coalesce(location, '')) WHERE tenant_id = $1 AND search_text IS NULL",
        [found.id],
      );
      await client.query(
        `INSERT INTO search_word (tenant_id, word) SELECT DISTINCT $1::uuid, word FROM (
           SELECT regexp_split_to_table(search_text, '[^a-z\\u00e0-\\uffff]+') COLLATE "C" AS word FROM member WHERE tenant_id = $1
           UNION ALL SELECT regexp_split_to_table(search_text, '[^a-z\\u00e0-\\uffff]+') FROM event WHERE tenant_id = $1
           UNION ALL SELECT regexp_split_to_table(search_name, '[^a-z\\u00e0-\\uffff]+') FROM file_entry WHERE tenant_id = $1
           UNION ALL SELECT unnest(tsvector_to_array(words)) FROM message WHERE tenant_id = $1
           UNION ALL SELECT unnest(tsvector_to_array(words)) FROM file_text WHERE tenant_id = $1) written
         WHERE length(word) BETWEEN 4 AND 24`,
        [found.id],
      );
    }
    await client.query(
      "VACUUM (ANALYZE) message, message_recipient, file_share, file_entry, file_text, event, search_word",
    );
  });
}
