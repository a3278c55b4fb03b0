-- Up Migration
-- German word forms, and the folded words as they stand. Of a text with more different words than PostgreSQL can keep
-- together, those of its beginning.
CREATE FUNCTION words_of(value text, folded text) RETURNS tsvector
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN to_tsvector('german', value) || to_tsvector('simple', folded);
EXCEPTION WHEN program_limit_exceeded THEN
  RETURN words_of(left(value, length(value) / 2), left(folded, length(folded) / 2));
END $$;

-- True when what lies in this folder lies in the trash with it, or with a folder above.
CREATE FUNCTION lies_in_trash(tenant uuid, folder uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  gone timestamptz;
BEGIN
  WHILE folder IS NOT NULL AND gone IS NULL LOOP
    SELECT deleted_at, parent_id INTO gone, folder FROM file_entry WHERE tenant_id = tenant AND id = folder;
  END LOOP;
  RETURN gone IS NOT NULL;
END $$;

-- What lies in the trash with its folder takes nobody's place among the hits.
CREATE OR REPLACE FUNCTION find_entries(shares uuid[], terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  -- IS TRUE keeps the shares out of the index, which would be read once for each of them.
  readable text := '(share_id = ANY($2)) IS TRUE AND deleted_at IS NULL AND parent_id IS NOT NULL';
  conditions text := terms_condition('search_name', terms, ' -_.(');
  living text := '';
  found uuid[];
  looked_at int;
BEGIN
  LOOP
    EXECUTE format(
      'WITH met AS MATERIALIZED (SELECT id, parent_id, search_name FROM file_entry WHERE tenant_id = $1 AND %1$s AND %2$s %4$s LIMIT 600),
       latest AS (
         SELECT id, parent_id, search_name FROM (
           SELECT id, search_name, share_id, parent_id, deleted_at FROM file_entry WHERE tenant_id = $1 ORDER BY id DESC LIMIT 20000) walked
         WHERE (SELECT count(*) FROM met) = 600 AND %1$s AND %2$s %4$s LIMIT $3)
       SELECT ARRAY(
         SELECT id FROM (SELECT id, parent_id FROM (SELECT * FROM met UNION SELECT * FROM latest) found ORDER BY %3$s, id DESC OFFSET 0) ranked
         WHERE NOT lies_in_trash($1, parent_id) LIMIT $3), (SELECT count(*) FROM met)',
      readable, conditions, terms_rank('search_name', terms, ' -_.('), living)
    INTO found, looked_at USING current_setting('app.tenant_id')::uuid, shares, most;
    -- Only where the first hundreds were mostly gone, every hit is asked where it lies.
    EXIT WHEN cardinality(found) >= most OR looked_at < 600 OR living <> '';
    living := 'AND NOT lies_in_trash($1, parent_id)';
  END LOOP;
  RETURN QUERY SELECT unnest(found);
END $$;

CREATE OR REPLACE FUNCTION find_texts(shares uuid[], wanted tsquery, most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT entry_id FROM file_text t
    WHERE tenant_id = current_setting('app.tenant_id')::uuid AND words @@ wanted AND (share_id = ANY(shares)) IS TRUE
      AND EXISTS (SELECT FROM file_entry e WHERE e.tenant_id = t.tenant_id AND e.id = t.entry_id AND e.deleted_at IS NULL
        AND NOT lies_in_trash(e.tenant_id, e.parent_id) OFFSET 0)
    LIMIT most
  $$;

-- Ids of at most `most` messages of the reader's `folder` (RECEIVED, UNREAD, SENT, or ALL: received and sent) that they
-- have not removed, with these words inside, or all terms in the subject; the newest first. What is everywhere is found
-- by walking the reader's messages from the newest on, what is rare by index.
CREATE FUNCTION find_messages(reader uuid, folder text, terms text[], typed text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  wanted tsquery;
  named text;
  common boolean;
  received text := CASE WHEN folder = 'UNREAD' THEN 'r.deleted_at IS NULL AND r.read_at IS NULL' ELSE 'r.deleted_at IS NULL' END;
  walked int := greatest(5000, most * 50);
BEGIN
  -- Words that say nothing (der, und) need not stand there, unless there is nothing else.
  SELECT array_agg(term ORDER BY place), array_agg(word ORDER BY place) INTO terms, typed
  FROM (
    SELECT term, word, place, cardinality(ts_lexize('german_stem', word)) = 0 AS is_empty, bool_and(cardinality(ts_lexize('german_stem', word)) = 0) OVER () AS all_are
    FROM unnest(terms, typed) WITH ORDINALITY AS query (term, word, place)) words
  WHERE NOT is_empty OR all_are;
  IF terms IS NULL THEN
    RETURN;
  END IF;
  wanted := terms_query(terms, typed);
  named := terms_condition('folded_text(subject)', terms);
  EXECUTE format(
    'SELECT count(*) FILTER (WHERE words @@ $2 OR %s) > 15 FROM (SELECT words, subject FROM message WHERE tenant_id = $1 ORDER BY id DESC LIMIT 300) latest', named)
  INTO common USING tenant, wanted;
  IF common THEN
    RETURN QUERY EXECUTE format(
      'SELECT id FROM (%s) own ORDER BY sent_at DESC, id DESC LIMIT $4',
      concat_ws(' UNION ',
        CASE WHEN folder <> 'SENT' THEN format(
          '(SELECT r.message_id AS id, r.sent_at FROM (SELECT r.message_id, r.sent_at FROM message_recipient r
              WHERE r.tenant_id = $1 AND r.user_id = $2 AND %s ORDER BY r.sent_at DESC, r.message_id DESC LIMIT $5) r
            CROSS JOIN LATERAL (SELECT FROM message WHERE tenant_id = $1 AND id = r.message_id AND (words @@ $3 OR %s) OFFSET 0) holds LIMIT $4)', received, named) END,
        CASE WHEN folder IN ('SENT', 'ALL') THEN format(
          '(SELECT s.id, s.sent_at FROM (SELECT id, sent_at, words, subject FROM message
              WHERE tenant_id = $1 AND sender_id = $2 AND deleted_at IS NULL ORDER BY sent_at DESC, id DESC LIMIT $5) s
            WHERE words @@ $3 OR %s LIMIT $4)', named) END))
    USING tenant, reader, wanted, most, walked;
  ELSE
    RETURN QUERY EXECUTE format(
      'WITH hit AS MATERIALIZED (
         SELECT id, sent_at, sender_id, deleted_at FROM message WHERE tenant_id = $1 AND words @@ $3
         UNION SELECT id, sent_at, sender_id, deleted_at FROM message WHERE tenant_id = $1 AND %1$s)
       SELECT id FROM hit
       WHERE ($5 AND sender_id = $2 AND deleted_at IS NULL)
         OR ($6 AND EXISTS (SELECT FROM message_recipient r WHERE r.tenant_id = $1 AND r.message_id = hit.id AND r.user_id = $2 AND %2$s OFFSET 0))
       ORDER BY sent_at DESC, id DESC LIMIT $4', named, received)
    USING tenant, reader, wanted, most, folder IN ('SENT', 'ALL'), folder <> 'SENT';
  END IF;
END $$;
ALTER FUNCTION find_messages(uuid, text, text[], text[], int) OWNER TO vereinsheim_search;

-- Both stay for the version that is being replaced.
CREATE OR REPLACE FUNCTION find_messages(reader uuid, terms text[], typed text[], most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS 'SELECT find_messages(reader, ''ALL'', terms, typed, most)';
CREATE OR REPLACE FUNCTION search_messages(reader uuid, folder text, words text[], forms text, most int) RETURNS uuid[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS 'SELECT ARRAY(SELECT find_messages(reader, folder, words, words, most))';

-- How a message's mails are getting on is told from those that are not sent: of most messages these are few.
CREATE INDEX message_mail_unsent ON message_mail (tenant_id, message_id) WHERE state <> 'SENT';
CREATE INDEX message_mail_person_unmailed ON message_mail_person (tenant_id, message_id) WHERE mail_id IS NULL;

-- Names of shares and calendars are found as well, with typing errors too.
CALL remember_words_of('file_share', 'folded_text(name)');
CALL remember_words_of('calendar', 'folded_text(name)');
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT id FROM all_tenants() LOOP
    PERFORM set_config('app.tenant_id', tenant::text, true);
    INSERT INTO search_word (tenant_id, word)
    SELECT DISTINCT tenant, word COLLATE "C" FROM (
      SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+') AS word FROM file_share WHERE tenant_id = tenant
      UNION ALL SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+') FROM calendar WHERE tenant_id = tenant) written
    WHERE word ~ '^[a-z\u00e0-\uffff]{4,24}$';
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;

CREATE OR REPLACE PROCEDURE forget_unused_words()
  LANGUAGE sql AS $$
    WITH written AS MATERIALIZED (
      SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') COLLATE "C" AS word FROM member
      UNION SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+') FROM club_group
      UNION SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+') FROM file_share
      UNION SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+') FROM calendar
      UNION SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') FROM event
      UNION SELECT regexp_split_to_table(search_name, '[^a-z\u00e0-\uffff]+') FROM file_entry
      UNION SELECT unnest(tsvector_to_array(words)) FROM file_text
      UNION SELECT unnest(tsvector_to_array(words)) FROM message
    ), kept AS (
      SELECT (array_agg(id))[1] AS id FROM search_word WHERE word IN (SELECT word FROM written) GROUP BY word
    )
    DELETE FROM search_word WHERE id NOT IN (SELECT id FROM kept);
  $$;
