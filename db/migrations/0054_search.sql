-- Up Migration
-- The global search. Terms are words of the query, folded like the texts; a term may hold variants of its word behind
-- it, separated by |: its German stem, or words that are spelt nearly the same. Words hold no wildcards.

-- Text as searchWords (platform/contract/fold.ts) folds it: lower case, without accents, ae/oe/ue like the umlauts they may stand for,
-- signs as spaces.
CREATE FUNCTION folded_text(value text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(folded_name(value), '[^[:alnum:]@.+\u0080-\uffff]+', ' ', 'g'));

-- Condition that a text (an SQL expression) holds all terms: the words or a variant of each, anywhere. Words of two
-- letters would be found nearly everywhere and by no index: they have to begin a word, and so have short variants.
CREATE FUNCTION terms_condition(place text, terms text[], separators text DEFAULT ' ') RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg('(' || (
      SELECT string_agg(
        CASE WHEN length(variant) > CASE position WHEN 1 THEN 2 ELSE 4 END THEN format('%s LIKE %L', place, '%' || variant || '%')
        ELSE concat_ws(' OR ', format('%s LIKE %L', place, variant || '%'),
          (SELECT string_agg(format('%s LIKE %L', place, '%' || CASE sign WHEN '_' THEN '\_' ELSE sign END || variant || '%'), ' OR ')
           FROM regexp_split_to_table(separators, '') AS sign)) END, ' OR ' ORDER BY position)
      FROM regexp_split_to_table(term, '\|') WITH ORDINALITY AS variants (variant, position)) || ')', ' AND ')
    FROM unnest(terms) AS term);

-- The same for tables so small that no index is needed.
CREATE FUNCTION holds_terms(folded text, terms text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT bool_and((
      SELECT bool_or(CASE WHEN length(variant) > CASE position WHEN 1 THEN 2 ELSE 4 END THEN strpos(folded, variant) > 0 ELSE strpos(' ' || folded, ' ' || variant) > 0 END)
      FROM regexp_split_to_table(term, '\|') WITH ORDINALITY AS variants (variant, position)))
    FROM unnest(terms) AS term);

-- How well a text holds the terms, smaller is better: as words of their own, at the beginning of words, anywhere, else.
CREATE FUNCTION terms_rank(place text, terms text[], separators text DEFAULT ' ') RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg(format('CASE WHEN %1$s LIKE %2$L THEN 0 WHEN %1$s LIKE %3$L THEN 1 WHEN %1$s LIKE %4$L THEN 2 ELSE 3 END',
      CASE separators WHEN ' ' THEN format('('' '' || %s || '' '')', place)
        ELSE format('('' '' || translate(%s, %L, %L) || '' '')', place, separators, repeat(' ', length(separators))) END,
      '% ' || word || ' %', '% ' || word || '%', '%' || word || '%'), ' + ')
    FROM (SELECT translate(split_part(term, '|', 1), separators, repeat(' ', length(separators))) AS word FROM unnest(terms) AS term) words);

-- The terms as a query of words: beginnings of folded words, German word forms of the words as typed, variants.
CREATE FUNCTION terms_query(terms text[], typed text[]) RETURNS tsquery
  LANGUAGE plpgsql STABLE PARALLEL SAFE
  AS $$
DECLARE
  whole tsquery;
  one tsquery;
  variant text;
BEGIN
  FOR place IN 1 .. cardinality(terms) LOOP
    one := plainto_tsquery('german', typed[place]);
    FOREACH variant IN ARRAY string_to_array(terms[place], '|') LOOP
      -- Beginnings of three letters are those of thousands of words.
      one := one || to_tsquery('simple', quote_literal(variant) || CASE WHEN length(variant) > 3 THEN ':*' ELSE '' END);
    END LOOP;
    whole := CASE WHEN whole IS NULL THEN one ELSE whole && one END;
  END LOOP;
  RETURN whole;
END $$;

-- German stems of words as they are typed; null for words that say nothing (der, und).
CREATE FUNCTION word_stems(typed text[]) RETURNS text[]
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ARRAY(SELECT (ts_lexize('german_stem', word))[1] FROM unnest(typed) WITH ORDINALITY AS words (word, position) ORDER BY position);

-- Numbers and streets of members, looked through beside search_text. An index alone: no row has to be written anew.
CREATE FUNCTION member_whereabouts(phone text, mobile text, postal_code text, street text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') || ' ' || regexp_replace(coalesce(mobile, ''), '[^0-9]', '', 'g')
    || ' ' || coalesce(postal_code, '') || ' ' || folded_text(coalesce(street, ''));
CREATE INDEX member_whereabouts_search ON member USING gin (tenant_id, member_whereabouts(phone, mobile, postal_code, street) gin_trgm_ops) WHERE deleted_at IS NULL;
GRANT SELECT (phone, mobile, postal_code, street) ON member TO vereinsheim_search;

-- Ids of at most `most` members with all terms, those first that have them as words of their own. Of very common words
-- only some of the members are compared, among them those who have the first as a word of their own.
CREATE FUNCTION find_members(terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  living text := 'tenant_id = $1 AND deleted_at IS NULL AND anonymised_at IS NULL';
  conditions text;
  ranks text := terms_rank('search_text', terms);
  word text := split_part(terms[1], '|', 1);
  found uuid[];
BEGIN
  -- Dialling codes are written in many ways: what follows them is the same.
  SELECT string_agg(CASE WHEN term ~ '^[+0-9]{3,}$'
    THEN format('(%s OR %s)', terms_condition('search_text', ARRAY[term]), terms_condition('member_whereabouts(phone, mobile, postal_code, street)',
      ARRAY[CASE WHEN length(term) > 4 THEN regexp_replace(term, '^(\+49|0049|0)', '') ELSE term END]))
    ELSE terms_condition('search_text', ARRAY[term]) END, ' AND ') INTO conditions FROM unnest(terms) AS term;
  EXECUTE format(
    'WITH met AS MATERIALIZED (SELECT id, search_text FROM member WHERE %1$s AND %2$s LIMIT 1000),
     whole AS (
       SELECT id, search_text FROM member
       WHERE (SELECT count(*) FROM met) = 1000 AND %1$s AND %2$s AND (search_text LIKE %4$L OR search_text LIKE %5$L OR search_text LIKE %6$L) LIMIT $2)
     SELECT array_agg(id ORDER BY place) FROM (
       SELECT id, row_number() OVER (ORDER BY %3$s, id) AS place FROM (SELECT id, search_text FROM met UNION SELECT id, search_text FROM whole) both_ways
       ORDER BY place LIMIT $2) best',
    living, conditions, ranks, word || ' %', '% ' || word || ' %', '% ' || word)
  INTO found USING tenant, most;
  IF found IS NULL THEN
    -- Streets stand in no list: who types one finds nobody else.
    SELECT string_agg(format('(%s OR %s)', terms_condition('search_text', ARRAY[term]), terms_condition('member_whereabouts(phone, mobile, postal_code, street)', ARRAY[term])), ' AND ')
    INTO conditions FROM unnest(terms) AS term;
    EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM member WHERE %s AND %s LIMIT $2) few', living, conditions) INTO found USING tenant, most;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;
ALTER FUNCTION find_members(text[], int) OWNER TO vereinsheim_search;

-- Titles and places of events as they are compared. Filled by a trigger, so that the table need not be rewritten.
ALTER TABLE event ADD COLUMN search_text text;
CREATE FUNCTION fold_event() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := folded_text(NEW.title || ' ' || coalesce(NEW.location, ''));
  RETURN NEW;
END $$;
CREATE TRIGGER fold_event BEFORE INSERT OR UPDATE OF title, location ON event FOR EACH ROW EXECUTE FUNCTION fold_event();
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT id FROM all_tenants() LOOP
    PERFORM set_config('app.tenant_id', tenant::text, true);
    UPDATE event SET search_text = folded_text(title || ' ' || coalesce(location, '')) WHERE tenant_id = tenant;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;
CREATE INDEX event_search ON event USING gin (tenant_id, search_text gin_trgm_ops);
GRANT SELECT (tenant_id, id, calendar_id, starts_at, recurrence, is_long, search_text) ON event TO vereinsheim_search;
CREATE POLICY search ON event FOR SELECT TO vereinsheim_search USING (true);

-- Ids of at most `most` events of these calendars with all terms in title or place. Where there are more, those next
-- from now on are among them, and then the latest.
CREATE FUNCTION find_events(calendars uuid[], terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  conditions text := terms_condition('search_text', terms);
  found uuid[];
BEGIN
  -- IS TRUE keeps the calendars out of the choice of an index: theirs would be read from end to end.
  EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM event WHERE tenant_id = $1 AND (calendar_id = ANY($2)) IS TRUE AND %s LIMIT $3) few', conditions)
  INTO found USING tenant, calendars, most;
  IF found IS NULL OR cardinality(found) < most THEN
    RETURN QUERY SELECT unnest(found);
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT id FROM event WHERE tenant_id = $1 AND (calendar_id = ANY($2)) IS TRUE AND recurrence IS NOT NULL AND %1$s LIMIT $3', conditions)
  USING tenant, calendars, most;
  RETURN QUERY EXECUTE format(
    'SELECT one.id FROM unnest($2) AS calendar (id) CROSS JOIN LATERAL (
       (SELECT next.id FROM (SELECT id, search_text FROM event
          WHERE tenant_id = $1 AND calendar_id = calendar.id AND recurrence IS NULL AND NOT is_long AND starts_at >= now() - interval ''1 day''
          ORDER BY starts_at LIMIT 2000) next WHERE %1$s LIMIT $3)
       UNION ALL
       (SELECT latest.id FROM (SELECT id, search_text FROM event
          WHERE tenant_id = $1 AND calendar_id = calendar.id AND recurrence IS NULL AND NOT is_long AND starts_at < now() - interval ''1 day''
          ORDER BY starts_at DESC LIMIT 2000) latest WHERE %1$s LIMIT $3)) one', conditions)
  USING tenant, calendars, 20;
END $$;
ALTER FUNCTION find_events(uuid[], text[], int) OWNER TO vereinsheim_search;

-- Ids of at most `most` entries of these shares whose names have all terms, as words of their own first, then the
-- latest (ids are ordered by time). Of very common words only some entries are compared, the latest among them.
CREATE FUNCTION find_entries(shares uuid[], terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  -- IS TRUE keeps the shares out of the index, which would be read once for each of them.
  readable text := '(share_id = ANY($2)) IS TRUE AND deleted_at IS NULL AND parent_id IS NOT NULL';
  conditions text := terms_condition('search_name', terms, ' -_.(');
BEGIN
  RETURN QUERY EXECUTE format(
    'WITH met AS MATERIALIZED (SELECT id, search_name FROM file_entry WHERE tenant_id = $1 AND %1$s AND %2$s LIMIT 600),
     latest AS (
       SELECT id, search_name FROM (SELECT id, search_name, share_id, parent_id, deleted_at FROM file_entry WHERE tenant_id = $1 ORDER BY id DESC LIMIT 20000) walked
       WHERE (SELECT count(*) FROM met) = 600 AND %1$s AND %2$s LIMIT $3)
     SELECT id FROM (SELECT id, search_name FROM met UNION SELECT id, search_name FROM latest) found ORDER BY %3$s, id DESC LIMIT $3',
    readable, conditions, terms_rank('search_name', terms, ' -_.('))
  USING current_setting('app.tenant_id')::uuid, shares, most;
END $$;
GRANT SELECT (parent_id) ON file_entry TO vereinsheim_search;
ALTER FUNCTION find_entries(uuid[], text[], int) OWNER TO vereinsheim_search;

-- Ids of at most `most` files of these shares whose texts hold the words.
CREATE FUNCTION find_texts(shares uuid[], wanted tsquery, most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS 'SELECT entry_id FROM file_text WHERE tenant_id = current_setting(''app.tenant_id'')::uuid AND words @@ wanted AND (share_id = ANY(shares)) IS TRUE LIMIT most';
ALTER FUNCTION find_texts(uuid[], tsquery, int) OWNER TO vereinsheim_search;

-- Every word that stands somewhere in a club, for what is spelt nearly the same. A word may be in here twice: were it
-- unique, two transactions with the same new word would wait for each other. Words nobody uses any more are taken out
-- at night. The list itself is shown to nobody: it only adds words to look for, and what is found obeys the rights.
CREATE TABLE search_word (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  word text COLLATE "C" NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (tenant_id, word, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('search_word');
CREATE INDEX search_word_similar ON search_word USING gin (tenant_id, word gin_trgm_ops);
GRANT SELECT (tenant_id, word) ON search_word TO vereinsheim_search;
CREATE POLICY search ON search_word FOR SELECT TO vereinsheim_search USING (true);

-- Words of rows just written: of a folded text (an expression over the row), or the lexemes of a tsvector.
CREATE FUNCTION remember_words() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO search_word (tenant_id, word)
     SELECT tenant_id, word FROM (SELECT DISTINCT tenant_id, word COLLATE "C" AS word FROM changed CROSS JOIN %s AS word) new
     WHERE word ~ ''^[a-z\u00e0-\uffff]{4,24}$'' AND NOT EXISTS (SELECT FROM search_word known WHERE known.tenant_id = new.tenant_id AND known.word = new.word)',
    CASE TG_ARGV[1] WHEN 'lexemes' THEN format('unnest(tsvector_to_array(%s))', TG_ARGV[0])
      ELSE format('regexp_split_to_table(%s, ''[^a-z\u00e0-\uffff]+'')', TG_ARGV[0]) END);
  RETURN NULL;
END $$;
CREATE PROCEDURE remember_words_of(name regclass, expression text, kind text DEFAULT 'text')
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER remember_inserted AFTER INSERT ON %s REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words(%L, %L)', name, expression, kind);
  EXECUTE format('CREATE TRIGGER remember_updated AFTER UPDATE ON %s REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION remember_words(%L, %L)', name, expression, kind);
END $$;
-- Those written before.
DO $$
DECLARE
  tenant uuid;
BEGIN
  FOR tenant IN SELECT id FROM all_tenants() LOOP
    PERFORM set_config('app.tenant_id', tenant::text, true);
    INSERT INTO search_word (tenant_id, word)
    SELECT DISTINCT tenant, word COLLATE "C" FROM (
      SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') AS word FROM member WHERE tenant_id = tenant
      UNION ALL SELECT regexp_split_to_table(folded_text(name), '[^a-z\u00e0-\uffff]+') FROM club_group WHERE tenant_id = tenant
      UNION ALL SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') FROM event WHERE tenant_id = tenant
      UNION ALL SELECT regexp_split_to_table(search_name, '[^a-z\u00e0-\uffff]+') FROM file_entry WHERE tenant_id = tenant
      UNION ALL SELECT unnest(tsvector_to_array(words)) FROM file_text WHERE tenant_id = tenant) written
    WHERE word ~ '^[a-z\u00e0-\uffff]{4,24}$';
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;

CALL remember_words_of('member', 'search_text');
CALL remember_words_of('club_group', 'folded_text(name)');
CALL remember_words_of('event', 'search_text');
CALL remember_words_of('file_entry', 'search_name');
CALL remember_words_of('file_text', 'words', 'lexemes');

-- Words that share a good part of their letters with these, at most `most` for each.
CREATE FUNCTION similar_words(wanted text[], most int) RETURNS TABLE (place int, word text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET pg_trgm.similarity_threshold = 0.2
  AS $$
    SELECT words.place::int, near.word FROM unnest(wanted) WITH ORDINALITY AS words (word, place) CROSS JOIN LATERAL (
      SELECT DISTINCT listed.word, similarity(listed.word, words.word) AS nearness FROM search_word listed
      WHERE listed.tenant_id = current_setting('app.tenant_id')::uuid AND listed.word % words.word
        AND length(listed.word) BETWEEN length(words.word) - 2 AND length(words.word) + 2
      ORDER BY nearness DESC, listed.word LIMIT most) near
  $$;
ALTER FUNCTION similar_words(text[], int) OWNER TO vereinsheim_search;

-- Takes words off the list that stand nowhere any more, and doubles.
CREATE PROCEDURE forget_unused_words()
  LANGUAGE sql AS $$
    WITH written AS MATERIALIZED (
      SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') COLLATE "C" AS word FROM member
      UNION SELECT regexp_split_to_table(folded_text(name), '[^a-z\u00e0-\uffff]+') FROM club_group
      UNION SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') FROM event
      UNION SELECT regexp_split_to_table(search_name, '[^a-z\u00e0-\uffff]+') FROM file_entry
      UNION SELECT unnest(tsvector_to_array(words)) FROM file_text
    ), kept AS (
      SELECT (array_agg(id))[1] AS id FROM search_word WHERE word IN (SELECT word FROM written) GROUP BY word
    )
    DELETE FROM search_word WHERE id NOT IN (SELECT id FROM kept);
  $$;
