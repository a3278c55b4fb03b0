-- Ids of at most `most` members with all terms, those first that have them as words of their own.
-- Of very common words only some of the members are compared, among them those who have the first
-- as a word of their own; of numbers fewest: hundreds of hits help no one.
CREATE OR REPLACE FUNCTION find_members(terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  living text := 'tenant_id = $1 AND deleted_at IS NULL AND anonymised_at IS NULL';
  conditions text;
  ranks text := terms_rank('search_text', terms);
  word text := split_part(terms[1], '|', 1);
  compared int := CASE WHEN array_to_string(terms, ' ') ~ '[^+0-9 ]' THEN 600
    ELSE greatest(200, most) END;
  found uuid[];
BEGIN
  -- Dialling codes are written in many ways: what follows them is the same.
  SELECT string_agg(
    CASE WHEN term ~ '^[+0-9]{3,}$'
      THEN format('(%s OR %s)',
        terms_condition('search_text', ARRAY[term]),
        terms_condition('member_whereabouts(phone, mobile, postal_code, street)', ARRAY[
          CASE WHEN length(term) > 4 THEN regexp_replace(term, '^(\+49|0049|0)', '')
            ELSE term END]))
      ELSE terms_condition('search_text', ARRAY[term]) END, ' AND ')
  INTO conditions FROM unnest(terms) AS term;
  EXECUTE format(
    'WITH met AS MATERIALIZED (SELECT id, search_text FROM member WHERE %1$s AND %2$s LIMIT $3),
     whole AS (
       SELECT id, search_text FROM member
       WHERE (SELECT count(*) FROM met) = $3 AND %1$s AND %2$s
         AND (search_text LIKE %4$L OR search_text LIKE %5$L OR search_text LIKE %6$L) LIMIT $2)
     SELECT array_agg(id ORDER BY place) FROM (
       SELECT id, row_number() OVER (ORDER BY %3$s, id) AS place
       FROM (SELECT id, search_text FROM met UNION SELECT id, search_text FROM whole) both_ways
       ORDER BY place LIMIT $2) best',
    living, conditions, ranks, word || ' %', '% ' || word || ' %', '% ' || word)
  INTO found USING tenant, most, compared;
  IF found IS NULL THEN
    -- Streets stand in no list: typing one finds no other.
    SELECT string_agg(
      format('(%s OR %s)',
        terms_condition('search_text', ARRAY[term]),
        terms_condition('member_whereabouts(phone, mobile, postal_code, street)', ARRAY[term])),
      ' AND ')
    INTO conditions FROM unnest(terms) AS term;
    EXECUTE format(
      'SELECT array_agg(id) FROM (SELECT id FROM member WHERE %s AND %s LIMIT $2) few',
      living, conditions)
    INTO found USING tenant, most;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;
ALTER FUNCTION find_members(text[], int) OWNER TO vereinsheim_search;
