-- The list of the club's words (search_word) for what is spelt nearly the same.

-- Words of rows just written: of a folded text (an expression over the row), or the lexemes of a
-- tsvector.
CREATE OR REPLACE FUNCTION remember_words() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO search_word (tenant_id, word)
     SELECT tenant_id, word FROM (
       SELECT DISTINCT tenant_id, word COLLATE "C" AS word FROM changed CROSS JOIN %s AS word) new
     WHERE word ~ ''^[a-z\u00e0-\uffff]{4,24}$'' AND NOT EXISTS (
       SELECT FROM search_word known
       WHERE known.tenant_id = new.tenant_id AND known.word = new.word)',
    CASE TG_ARGV[1] WHEN 'lexemes' THEN format('unnest(tsvector_to_array(%s))', TG_ARGV[0])
      ELSE format('regexp_split_to_table(%s, ''[^a-z\u00e0-\uffff]+'')', TG_ARGV[0]) END);
  RETURN NULL;
END $$;

-- Words of a change: only texts that differ can hold new ones. Most changes of a member (an
-- address, a day, the trash) leave what is searched as it was.
CREATE OR REPLACE FUNCTION remember_changed_words() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO search_word (tenant_id, word)
     SELECT tenant_id, word FROM (
       SELECT DISTINCT tenant_id, word COLLATE "C" AS word FROM (
         SELECT tenant_id, %1$s AS words FROM changed
         EXCEPT SELECT tenant_id, %1$s FROM before) differing
       CROSS JOIN %2$s AS word) new
     WHERE word ~ ''^[a-z\u00e0-\uffff]{4,24}$'' AND NOT EXISTS (
       SELECT FROM search_word known
       WHERE known.tenant_id = new.tenant_id AND known.word = new.word)',
    TG_ARGV[0],
    CASE TG_ARGV[1] WHEN 'lexemes' THEN 'unnest(tsvector_to_array(words))'
      ELSE 'regexp_split_to_table(words, ''[^a-z\u00e0-\uffff]+'')' END);
  RETURN NULL;
END $$;

-- Lets a table's rows bring their words. Rows that are there before it are read by a migration.
CREATE OR REPLACE PROCEDURE remember_words_of(
    name regclass, expression text, kind text DEFAULT 'text')
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER remember_inserted AFTER INSERT ON %s
     REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION remember_words(%L, %L)', name, expression, kind);
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER remember_updated AFTER UPDATE ON %s
     REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION remember_words(%L, %L)', name, expression, kind);
END $$;
CALL remember_words_of('member', 'search_text');
CREATE OR REPLACE TRIGGER remember_updated AFTER UPDATE ON member
  REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION remember_changed_words('search_text', 'text');
CALL remember_words_of('club_group', 'folded_text(name)');
CALL remember_words_of('event', 'search_text');
CALL remember_words_of('file_entry', 'search_name');
CALL remember_words_of('file_text', 'words', 'lexemes');
CALL remember_words_of('message', 'words', 'lexemes');
CALL remember_words_of('file_share', 'folded_text(name)');
CALL remember_words_of('calendar', 'folded_text(name)');

-- Words that share a good part of their letters with these, at most `most` for each.
CREATE OR REPLACE FUNCTION similar_words(wanted text[], most int)
  RETURNS TABLE (place int, word text)
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp SET pg_trgm.similarity_threshold = 0.2
  AS $$
    SELECT words.place::int, near.word
    FROM unnest(wanted) WITH ORDINALITY AS words (word, place)
    CROSS JOIN LATERAL (
      SELECT DISTINCT listed.word, similarity(listed.word, words.word) AS nearness
      FROM search_word listed
      WHERE listed.tenant_id = current_setting('app.tenant_id')::uuid AND listed.word % words.word
        AND length(listed.word) BETWEEN length(words.word) - 2 AND length(words.word) + 2
      ORDER BY nearness DESC, listed.word LIMIT most) near
  $$;
ALTER FUNCTION similar_words(text[], int) OWNER TO vereinsheim_search;

-- Takes words off the list that stand nowhere any more, and doubles.
CREATE OR REPLACE PROCEDURE forget_unused_words()
  LANGUAGE sql AS $$
    WITH written AS MATERIALIZED (
      SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') COLLATE "C" AS word
        FROM member
      UNION SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+')
        FROM club_group
      UNION SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+')
        FROM file_share
      UNION SELECT regexp_split_to_table(folded_text(name) COLLATE "C", '[^a-z\u00e0-\uffff]+')
        FROM calendar
      UNION SELECT regexp_split_to_table(search_text, '[^a-z\u00e0-\uffff]+') FROM event
      UNION SELECT regexp_split_to_table(search_name, '[^a-z\u00e0-\uffff]+') FROM file_entry
      UNION SELECT unnest(tsvector_to_array(words)) FROM file_text
      UNION SELECT unnest(tsvector_to_array(words)) FROM message
    ), kept AS (
      SELECT (array_agg(id))[1] AS id FROM search_word
      WHERE word IN (SELECT word FROM written) GROUP BY word
    )
    DELETE FROM search_word WHERE id NOT IN (SELECT id FROM kept);
  $$;
