-- Ids of at most `most` messages of the reader's `folder` (RECEIVED, UNREAD, SENT, or ALL: received
-- and sent) that they have not removed, with these words inside, or all terms in the subject; the
-- newest first. What is everywhere is found by walking the reader's messages from the newest on,
-- what is rare by index.
CREATE OR REPLACE FUNCTION find_messages(
    reader uuid, folder text, terms text[], typed text[], most int)
  RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  wanted tsquery;
  named text;
  common boolean;
  received text := CASE WHEN folder = 'UNREAD' THEN 'r.deleted_at IS NULL AND r.read_at IS NULL'
    ELSE 'r.deleted_at IS NULL' END;
  walked int := greatest(5000, most * 50);
BEGIN
  -- Words that say nothing (der, und) need not stand there, unless there is nothing else.
  SELECT array_agg(term ORDER BY place), array_agg(word ORDER BY place) INTO terms, typed
  FROM (
    SELECT term, word, place,
      cardinality(ts_lexize('german_stem', word)) = 0 AS is_empty,
      bool_and(cardinality(ts_lexize('german_stem', word)) = 0) OVER () AS all_are
    FROM unnest(terms, typed) WITH ORDINALITY AS query (term, word, place)) words
  WHERE NOT is_empty OR all_are;
  IF terms IS NULL THEN
    RETURN;
  END IF;
  wanted := terms_query(terms, typed);
  named := terms_condition('search_subject', terms);
  EXECUTE format(
    'SELECT count(*) FILTER (WHERE %s OR words @@ $2) > 7 FROM (
       SELECT words, search_subject FROM message
       WHERE tenant_id = $1 ORDER BY id DESC LIMIT 150) latest', named)
  INTO common USING tenant, wanted;
  IF common THEN
    RETURN QUERY EXECUTE format(
      'SELECT id FROM (%s) own ORDER BY sent_at DESC, id DESC LIMIT $4',
      concat_ws(' UNION ',
        CASE WHEN folder <> 'SENT' THEN format(
          '(SELECT r.message_id AS id, r.sent_at FROM (
              SELECT r.message_id, r.sent_at FROM message_recipient r
              WHERE r.tenant_id = $1 AND r.user_id = $2 AND %s
              ORDER BY r.sent_at DESC, r.message_id DESC LIMIT $5) r
            CROSS JOIN LATERAL (
              SELECT FROM message
              WHERE tenant_id = $1 AND id = r.message_id AND (%s OR words @@ $3) OFFSET 0) holds
            LIMIT $4)', received, named) END,
        CASE WHEN folder IN ('SENT', 'ALL') THEN format(
          '(SELECT s.id, s.sent_at FROM (
              SELECT id, sent_at, words, search_subject FROM message
              WHERE tenant_id = $1 AND sender_id = $2 AND deleted_at IS NULL
              ORDER BY sent_at DESC, id DESC LIMIT $5) s
            WHERE %s OR words @@ $3 LIMIT $4)', named) END))
    USING tenant, reader, wanted, most, walked;
  ELSE
    -- The newest are asked first whose they are, and no more than are wanted.
    RETURN QUERY EXECUTE format(
      'WITH hit AS MATERIALIZED (
         SELECT id, sent_at, sender_id, deleted_at FROM message
           WHERE tenant_id = $1 AND words @@ $3
         UNION SELECT id, sent_at, sender_id, deleted_at FROM message
           WHERE tenant_id = $1 AND %1$s)
       SELECT id FROM (SELECT * FROM hit ORDER BY sent_at DESC, id DESC OFFSET 0) newest
       WHERE ($5 AND sender_id = $2 AND deleted_at IS NULL)
         OR ($6 AND EXISTS (
           SELECT FROM message_recipient r
           WHERE r.tenant_id = $1 AND r.message_id = newest.id AND r.user_id = $2 AND %2$s
           OFFSET 0))
       LIMIT $4', named, received)
    USING tenant, reader, wanted, most, folder IN ('SENT', 'ALL'), folder <> 'SENT';
  END IF;
END $$;
ALTER FUNCTION find_messages(uuid, text, text[], text[], int) OWNER TO vereinsheim_search;
