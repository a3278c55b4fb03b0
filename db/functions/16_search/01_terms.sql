-- Terms are words of the query, folded like the texts; a term may hold variants of its word behind
-- it, separated by |: its German stem, or words that are spelt nearly the same. Words hold no
-- wildcards.

-- German word forms, and the folded words as they stand. Of a text with more different words than
-- PostgreSQL can keep together, those of its beginning.
CREATE OR REPLACE FUNCTION words_of(value text, folded text) RETURNS tsvector
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN to_tsvector('german', value) || to_tsvector('simple', folded);
EXCEPTION WHEN program_limit_exceeded THEN
  RETURN words_of(left(value, length(value) / 2), left(folded, length(folded) / 2));
END $$;

-- German stems of words as they are typed; null for words that say nothing (der, und).
CREATE OR REPLACE FUNCTION word_stems(typed text[]) RETURNS text[]
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN ARRAY(
    SELECT (ts_lexize('german_stem', word))[1]
    FROM unnest(typed) WITH ORDINALITY AS words (word, position) ORDER BY position);

-- The variants of a word that are looked for in its place: what holds `sitzungen` holds its stem
-- `sitzung`. Those that count anywhere (words from three letters on, variants from five) stand for
-- all in which they are.
CREATE OR REPLACE FUNCTION wanted_variants(term text)
  RETURNS TABLE (variant text, anywhere boolean)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    WITH listed AS (
      SELECT variant, length(variant) > CASE place WHEN 1 THEN 2 ELSE 4 END AS anywhere, place
      FROM unnest(string_to_array(term, '|')) WITH ORDINALITY AS words (variant, place))
    SELECT variant, anywhere FROM listed
    WHERE NOT EXISTS (
      SELECT FROM listed other
      WHERE other.anywhere AND strpos(listed.variant, other.variant) > 0
        AND (other.variant <> listed.variant OR other.place < listed.place))
    ORDER BY place
  $$;

-- Condition that a text (an SQL expression) holds all terms: the words or a variant of each,
-- anywhere; words of two letters and short variants have to begin a word. LIKE compares fastest, a
-- pattern asks the index once for all variants and separators together; and the index itself leaves
-- out what lacks another term. (The planner could not: under row-level security it knows nothing
-- about how frequent a word is.)
CREATE OR REPLACE FUNCTION terms_condition(
    place text, terms text[], separators text DEFAULT ' ') RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg((
      SELECT CASE
        WHEN count(*) = 1 AND bool_and(anywhere)
          THEN format('%s LIKE %L', place, '%' || min(variant) || '%')
        -- For a pattern that begins with one letter the index would be read from end to end.
        WHEN count(*) = 1 AND (separators = ' ' OR length(min(variant)) = 1)
          THEN format('(%s LIKE %L%s)', place, min(variant) || '%', (
            SELECT string_agg(
              format(' OR %s LIKE %L', place,
                '%' || CASE sign WHEN '_' THEN '\_' ELSE sign END || min(variant) || '%'), '')
            FROM regexp_split_to_table(separators, '') AS sign))
        ELSE format('%s ~ %L', place, string_agg(
          CASE WHEN anywhere THEN ''
            ELSE '(?:^|[' || replace(separators, '-', '')
              || CASE WHEN strpos(separators, '-') > 0 THEN '-' ELSE '' END || '])' END
          || regexp_replace(variant, '([^a-z0-9\u0080-\uffff])', '\\\1', 'g'), '|'))
      END FROM wanted_variants(term)), ' AND ')
    FROM unnest(terms) AS term);

-- The same for tables so small that no index is needed.
CREATE OR REPLACE FUNCTION holds_terms(folded text, terms text[]) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT bool_and((
      SELECT bool_or(
        CASE WHEN length(variant) > CASE position WHEN 1 THEN 2 ELSE 4 END
          THEN strpos(folded, variant) > 0
          ELSE strpos(' ' || folded, ' ' || variant) > 0 END)
      FROM regexp_split_to_table(term, '\|') WITH ORDINALITY AS variants (variant, position)))
    FROM unnest(terms) AS term);

-- How well a text holds the terms, smaller is better: as words of their own, at the beginning of
-- words, anywhere, else.
CREATE OR REPLACE FUNCTION terms_rank(
    place text, terms text[], separators text DEFAULT ' ') RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg(
      format(
        'CASE WHEN %1$s LIKE %2$L THEN 0 WHEN %1$s LIKE %3$L THEN 1
           WHEN %1$s LIKE %4$L THEN 2 ELSE 3 END',
        CASE separators WHEN ' ' THEN format('('' '' || %s || '' '')', place)
          ELSE format('('' '' || translate(%s, %L, %L) || '' '')',
            place, separators, repeat(' ', length(separators))) END,
        '% ' || word || ' %', '% ' || word || '%', '%' || word || '%'), ' + ')
    FROM (
      SELECT
        translate(split_part(term, '|', 1), separators, repeat(' ', length(separators))) AS word
      FROM unnest(terms) AS term) words);

-- The terms as a query of words: beginnings of folded words, German word forms of the words as
-- typed, variants.
CREATE OR REPLACE FUNCTION terms_query(terms text[], typed text[]) RETURNS tsquery
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
      one := one || to_tsquery('simple',
        quote_literal(variant) || CASE WHEN length(variant) > 3 THEN ':*' ELSE '' END);
    END LOOP;
    whole := CASE WHEN whole IS NULL THEN one ELSE whole && one END;
  END LOOP;
  RETURN whole;
END $$;
