-- Up Migration
-- Messages in the search of the whole club.
CREATE INDEX message_subject_search ON message USING gin (tenant_id, folded_text(subject) gin_trgm_ops);
GRANT SELECT (subject) ON message TO vereinsheim_search;

-- Ids of at most `most` messages that the reader received or sent, and has not removed, with these words inside, or all
-- terms in the subject; the newest. What is everywhere is found by walking the reader's messages from the newest on,
-- what is rare by index.
CREATE FUNCTION find_messages(reader uuid, terms text[], typed text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  wanted tsquery := terms_query(terms, typed);
  named text := terms_condition('folded_text(subject)', terms);
  common boolean;
BEGIN
  EXECUTE format(
    'SELECT count(*) FILTER (WHERE words @@ $2 OR %s) > 15 FROM (SELECT words, subject FROM message WHERE tenant_id = $1 ORDER BY id DESC LIMIT 300) latest', named)
  INTO common USING tenant, wanted;
  IF common THEN
    RETURN QUERY EXECUTE format(
      'SELECT id FROM (
         (SELECT r.message_id AS id, r.sent_at FROM (SELECT message_id, sent_at FROM message_recipient
            WHERE tenant_id = $1 AND user_id = $2 AND deleted_at IS NULL ORDER BY sent_at DESC, message_id DESC LIMIT 5000) r
          CROSS JOIN LATERAL (SELECT FROM message WHERE tenant_id = $1 AND id = r.message_id AND (words @@ $3 OR %1$s) OFFSET 0) holds LIMIT $4)
         UNION
         (SELECT s.id, s.sent_at FROM (SELECT id, sent_at, words, subject FROM message
            WHERE tenant_id = $1 AND sender_id = $2 AND deleted_at IS NULL ORDER BY sent_at DESC, id DESC LIMIT 5000) s
          WHERE words @@ $3 OR %1$s LIMIT $4)) own
       ORDER BY sent_at DESC, id DESC LIMIT $4', named)
    USING tenant, reader, wanted, most;
  ELSE
    RETURN QUERY EXECUTE format(
      'WITH hit AS MATERIALIZED (
         SELECT id, sent_at, sender_id, deleted_at FROM message WHERE tenant_id = $1 AND words @@ $3
         UNION SELECT id, sent_at, sender_id, deleted_at FROM message WHERE tenant_id = $1 AND %1$s)
       SELECT id FROM hit
       WHERE (sender_id = $2 AND deleted_at IS NULL)
         OR EXISTS (SELECT FROM message_recipient r WHERE r.tenant_id = $1 AND r.message_id = hit.id AND r.user_id = $2 AND r.deleted_at IS NULL OFFSET 0)
       ORDER BY sent_at DESC, id DESC LIMIT $4', named)
    USING tenant, reader, wanted, most;
  END IF;
END $$;
ALTER FUNCTION find_messages(uuid, text[], text[], int) OWNER TO vereinsheim_search;

CALL remember_words_of('message', 'words', 'lexemes');
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT id FROM all_tenants() LOOP
    PERFORM set_config('app.tenant_id', tenant::text, true);
    INSERT INTO search_word (tenant_id, word)
    SELECT DISTINCT tenant, word COLLATE "C" FROM (SELECT unnest(tsvector_to_array(words)) AS word FROM message WHERE tenant_id = tenant) written
    WHERE word ~ '^[a-z\u00e0-\uffff]{4,24}$';
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;

CREATE OR REPLACE PROCEDURE forget_unused_words()
  LANGUAGE sql AS $$
    WITH written AS MATERIALIZED (
      SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') COLLATE "C" AS word FROM member
      UNION SELECT regexp_split_to_table(folded_text(name), '[^a-z\u00e0-\uffff]+') FROM club_group
      UNION SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') FROM event
      UNION SELECT regexp_split_to_table(search_name, '[^a-z\u00e0-\uffff]+') FROM file_entry
      UNION SELECT unnest(tsvector_to_array(words)) FROM file_text
      UNION SELECT unnest(tsvector_to_array(words)) FROM message
    ), kept AS (
      SELECT (array_agg(id))[1] AS id FROM search_word WHERE word IN (SELECT word FROM written) GROUP BY word
    )
    DELETE FROM search_word WHERE id NOT IN (SELECT id FROM kept);
  $$;
