-- Up Migration
-- The search again: the same hits with less work. What it takes is measured in docs/performance.md.

-- Condition that a text (an SQL expression) holds all terms: the words or a variant of each, anywhere; words of two
-- letters and short variants have to begin a word. Each term is one pattern: its variants and separators share one walk
-- through the index, and the index itself leaves out what lacks another term. (The planner could not: under row-level
-- security it knows nothing about how frequent a word is.)
CREATE OR REPLACE FUNCTION terms_condition(place text, terms text[], separators text DEFAULT ' ') RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg(
      CASE
        WHEN cardinality(variants) = 1 AND length(variants[1]) > 2 THEN format('%s LIKE %L', place, '%' || variants[1] || '%')
        -- For a pattern that begins with one letter the index would be read from end to end.
        WHEN length(variants[1]) = 1 THEN format('(%s LIKE %L%s)', place, variants[1] || '%', (
          SELECT string_agg(format(' OR %s LIKE %L', place, '%' || CASE sign WHEN '_' THEN '\_' ELSE sign END || variants[1] || '%'), '')
          FROM regexp_split_to_table(separators, '') AS sign))
        ELSE format('%s ~ %L', place, (
          SELECT string_agg(
            CASE WHEN length(variant) > CASE position WHEN 1 THEN 2 ELSE 4 END THEN ''
              ELSE '(?:^|[' || replace(separators, '-', '') || CASE WHEN strpos(separators, '-') > 0 THEN '-' ELSE '' END || '])' END
            || regexp_replace(variant, '([^a-z0-9\u0080-\uffff])', '\\\1', 'g'), '|' ORDER BY position)
          FROM unnest(variants) WITH ORDINALITY AS words (variant, position)))
      END, ' AND ')
    FROM unnest(terms) AS term CROSS JOIN LATERAL string_to_array(term, '|') AS variants);

-- Of very common words fewer are compared, and of numbers fewest: nobody finds the right one among hundreds.
CREATE OR REPLACE FUNCTION find_members(terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  living text := 'tenant_id = $1 AND deleted_at IS NULL AND anonymised_at IS NULL';
  conditions text;
  ranks text := terms_rank('search_text', terms);
  word text := split_part(terms[1], '|', 1);
  compared int := CASE WHEN array_to_string(terms, ' ') ~ '[^+0-9 ]' THEN 600 ELSE greatest(200, most) END;
  found uuid[];
BEGIN
  -- Dialling codes are written in many ways: what follows them is the same.
  SELECT string_agg(CASE WHEN term ~ '^[+0-9]{3,}$'
    THEN format('(%s OR %s)', terms_condition('search_text', ARRAY[term]), terms_condition('member_whereabouts(phone, mobile, postal_code, street)',
      ARRAY[CASE WHEN length(term) > 4 THEN regexp_replace(term, '^(\+49|0049|0)', '') ELSE term END]))
    ELSE terms_condition('search_text', ARRAY[term]) END, ' AND ') INTO conditions FROM unnest(terms) AS term;
  EXECUTE format(
    'WITH met AS MATERIALIZED (SELECT id, search_text FROM member WHERE %1$s AND %2$s LIMIT $3),
     whole AS (
       SELECT id, search_text FROM member
       WHERE (SELECT count(*) FROM met) = $3 AND %1$s AND %2$s AND (search_text LIKE %4$L OR search_text LIKE %5$L OR search_text LIKE %6$L) LIMIT $2)
     SELECT array_agg(id ORDER BY place) FROM (
       SELECT id, row_number() OVER (ORDER BY %3$s, id) AS place FROM (SELECT id, search_text FROM met UNION SELECT id, search_text FROM whole) both_ways
       ORDER BY place LIMIT $2) best',
    living, conditions, ranks, word || ' %', '% ' || word || ' %', '% ' || word)
  INTO found USING tenant, most, compared;
  IF found IS NULL THEN
    -- Streets stand in no list: who types one finds nobody else.
    SELECT string_agg(format('(%s OR %s)', terms_condition('search_text', ARRAY[term]), terms_condition('member_whereabouts(phone, mobile, postal_code, street)', ARRAY[term])), ' AND ')
    INTO conditions FROM unnest(terms) AS term;
    EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM member WHERE %s AND %s LIMIT $2) few', living, conditions) INTO found USING tenant, most;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;

-- Ids of at most `most` events of these calendars with all terms in title or place, those next from now on first, then
-- the latest; a series that goes on counts as next week's. Where there are thousands, some of each calendar.
GRANT SELECT (ends_at, series_ends_at) ON event TO vereinsheim_search;
CREATE OR REPLACE FUNCTION find_events(calendars uuid[], terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  conditions text := terms_condition('search_text', terms);
  compared int := 3000;
  looked_at int;
  found uuid[];
BEGIN
  -- IS TRUE keeps the calendars out of the choice of an index: theirs would be read from end to end.
  EXECUTE format(
    'WITH met AS MATERIALIZED (
       SELECT id, starts_at, CASE WHEN recurrence IS NULL THEN ends_at ELSE coalesce(series_ends_at, ''infinity'') END AS over_at, recurrence IS NOT NULL AS is_series
       FROM event WHERE tenant_id = $1 AND (calendar_id = ANY($2)) IS TRUE AND %s LIMIT $4)
     SELECT ARRAY(
       SELECT id FROM met
       ORDER BY over_at < now(), CASE WHEN over_at < now() THEN now() - over_at WHEN is_series AND starts_at < now() THEN interval ''7 days'' ELSE starts_at - now() END
       LIMIT $3), (SELECT count(*) FROM met)', conditions)
  INTO found, looked_at USING tenant, calendars, most, compared;
  RETURN QUERY SELECT unnest(found);
  IF looked_at < compared THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT one.id FROM unnest($2) AS calendar (id) CROSS JOIN LATERAL (
       (SELECT next.id FROM (SELECT id, search_text FROM event
          WHERE tenant_id = $1 AND calendar_id = calendar.id AND recurrence IS NULL AND NOT is_long AND starts_at >= now() - interval ''1 day''
          ORDER BY starts_at LIMIT 500) next WHERE %1$s LIMIT $3)
       UNION ALL
       (SELECT latest.id FROM (SELECT id, search_text FROM event
          WHERE tenant_id = $1 AND calendar_id = calendar.id AND recurrence IS NULL AND NOT is_long AND starts_at < now() - interval ''1 day''
          ORDER BY starts_at DESC LIMIT 500) latest WHERE %1$s LIMIT $3)) one', conditions)
  USING tenant, calendars, 20;
END $$;

CREATE OR REPLACE FUNCTION find_entries(shares uuid[], terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  -- IS TRUE keeps the shares out of the index, which would be read once for each of them.
  readable text := '(share_id = ANY($2)) IS TRUE AND deleted_at IS NULL AND parent_id IS NOT NULL';
  conditions text := terms_condition('search_name', terms, ' -_.(');
  living text := '';
  compared int := 400;
  found uuid[];
  looked_at int;
BEGIN
  LOOP
    EXECUTE format(
      'WITH met AS MATERIALIZED (SELECT id, parent_id, search_name FROM file_entry WHERE tenant_id = $1 AND %1$s AND %2$s %4$s LIMIT $4),
       latest AS (
         SELECT id, parent_id, search_name FROM (
           SELECT id, search_name, share_id, parent_id, deleted_at FROM file_entry WHERE tenant_id = $1 ORDER BY id DESC LIMIT 20000) walked
         WHERE (SELECT count(*) FROM met) = $4 AND %1$s AND %2$s %4$s LIMIT $3)
       SELECT ARRAY(
         SELECT id FROM (
           SELECT id, parent_id FROM (SELECT id, parent_id, translate(search_name, '' -_.('', ''     '') AS name FROM (SELECT * FROM met UNION SELECT * FROM latest) found OFFSET 0) named
           ORDER BY %3$s, id DESC OFFSET 0) ranked
         WHERE NOT lies_in_trash($1, parent_id) LIMIT $3), (SELECT count(*) FROM met)',
      readable, conditions, terms_rank('name', terms), living)
    INTO found, looked_at USING current_setting('app.tenant_id')::uuid, shares, most, compared;
    -- Only where the first hundreds were mostly gone, every hit is asked where it lies.
    EXIT WHEN cardinality(found) >= most OR looked_at < compared OR living <> '';
    living := 'AND NOT lies_in_trash($1, parent_id)';
  END LOOP;
  RETURN QUERY SELECT unnest(found);
END $$;

-- Subjects as they are compared: folding them anew for each search took most of its time.
ALTER TABLE message ADD COLUMN search_subject text GENERATED ALWAYS AS (folded_text(subject)) STORED;
DROP INDEX message_subject_search;
CREATE INDEX message_subject_search ON message USING gin (tenant_id, search_subject gin_trgm_ops);
GRANT SELECT (search_subject) ON message TO vereinsheim_search;

-- Ids of at most `most` messages of the reader's `folder` (RECEIVED, UNREAD, SENT, or ALL: received and sent) that they
-- have not removed, with these words inside, or all terms in the subject; the newest first. What is everywhere is found
-- by walking the reader's messages from the newest on, what is rare by index.
CREATE OR REPLACE FUNCTION find_messages(reader uuid, folder text, terms text[], typed text[], most int) RETURNS SETOF uuid
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
  named := terms_condition('search_subject', terms);
  EXECUTE format(
    'SELECT count(*) FILTER (WHERE %s OR words @@ $2) > 7 FROM (SELECT words, search_subject FROM message WHERE tenant_id = $1 ORDER BY id DESC LIMIT 150) latest', named)
  INTO common USING tenant, wanted;
  IF common THEN
    RETURN QUERY EXECUTE format(
      'SELECT id FROM (%s) own ORDER BY sent_at DESC, id DESC LIMIT $4',
      concat_ws(' UNION ',
        CASE WHEN folder <> 'SENT' THEN format(
          '(SELECT r.message_id AS id, r.sent_at FROM (SELECT r.message_id, r.sent_at FROM message_recipient r
              WHERE r.tenant_id = $1 AND r.user_id = $2 AND %s ORDER BY r.sent_at DESC, r.message_id DESC LIMIT $5) r
            CROSS JOIN LATERAL (SELECT FROM message WHERE tenant_id = $1 AND id = r.message_id AND (%s OR words @@ $3) OFFSET 0) holds LIMIT $4)', received, named) END,
        CASE WHEN folder IN ('SENT', 'ALL') THEN format(
          '(SELECT s.id, s.sent_at FROM (SELECT id, sent_at, words, search_subject FROM message
              WHERE tenant_id = $1 AND sender_id = $2 AND deleted_at IS NULL ORDER BY sent_at DESC, id DESC LIMIT $5) s
            WHERE %s OR words @@ $3 LIMIT $4)', named) END))
    USING tenant, reader, wanted, most, walked;
  ELSE
    -- The newest are asked first whose they are, and no more than are wanted.
    RETURN QUERY EXECUTE format(
      'WITH hit AS MATERIALIZED (
         SELECT id, sent_at, sender_id, deleted_at FROM message WHERE tenant_id = $1 AND words @@ $3
         UNION SELECT id, sent_at, sender_id, deleted_at FROM message WHERE tenant_id = $1 AND %1$s)
       SELECT id FROM (SELECT * FROM hit ORDER BY sent_at DESC, id DESC OFFSET 0) newest
       WHERE ($5 AND sender_id = $2 AND deleted_at IS NULL)
         OR ($6 AND EXISTS (SELECT FROM message_recipient r WHERE r.tenant_id = $1 AND r.message_id = newest.id AND r.user_id = $2 AND %2$s OFFSET 0))
       LIMIT $4', named, received)
    USING tenant, reader, wanted, most, folder IN ('SENT', 'ALL'), folder <> 'SENT';
  END IF;
END $$;
