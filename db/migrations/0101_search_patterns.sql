-- Up Migration
-- The variants of a word that are looked for in its place: what holds `sitzungen` holds its stem `sitzung`. Those that
-- count anywhere (words from three letters on, variants from five) stand for all in which they are.
CREATE FUNCTION wanted_variants(term text) RETURNS TABLE (variant text, anywhere boolean)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    WITH listed AS (
      SELECT variant, length(variant) > CASE place WHEN 1 THEN 2 ELSE 4 END AS anywhere, place
      FROM unnest(string_to_array(term, '|')) WITH ORDINALITY AS words (variant, place))
    SELECT variant, anywhere FROM listed
    WHERE NOT EXISTS (SELECT FROM listed other WHERE other.anywhere AND strpos(listed.variant, other.variant) > 0
      AND (other.variant <> listed.variant OR other.place < listed.place))
    ORDER BY place
  $$;

-- Condition that a text (an SQL expression) holds all terms: the words or a variant of each, anywhere; words of two
-- letters and short variants have to begin a word. LIKE compares fastest, a pattern asks the index once for all variants
-- and separators together; and the index itself leaves out what lacks another term. (The planner could not: under
-- row-level security it knows nothing about how frequent a word is.)
CREATE OR REPLACE FUNCTION terms_condition(place text, terms text[], separators text DEFAULT ' ') RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT string_agg((
      SELECT CASE
        WHEN count(*) = 1 AND bool_and(anywhere) THEN format('%s LIKE %L', place, '%' || min(variant) || '%')
        -- For a pattern that begins with one letter the index would be read from end to end.
        WHEN count(*) = 1 AND (separators = ' ' OR length(min(variant)) = 1) THEN format('(%s LIKE %L%s)', place, min(variant) || '%', (
          SELECT string_agg(format(' OR %s LIKE %L', place, '%' || CASE sign WHEN '_' THEN '\_' ELSE sign END || min(variant) || '%'), '')
          FROM regexp_split_to_table(separators, '') AS sign))
        ELSE format('%s ~ %L', place, string_agg(
          CASE WHEN anywhere THEN '' ELSE '(?:^|[' || replace(separators, '-', '') || CASE WHEN strpos(separators, '-') > 0 THEN '-' ELSE '' END || '])' END
          || regexp_replace(variant, '([^a-z0-9\u0080-\uffff])', '\\\1', 'g'), '|'))
      END FROM wanted_variants(term)), ' AND ')
    FROM unnest(terms) AS term);

-- More events are compared before each calendar is walked through, which takes longer, and then less far.
CREATE OR REPLACE FUNCTION find_events(calendars uuid[], terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  tenant uuid := current_setting('app.tenant_id')::uuid;
  conditions text := terms_condition('search_text', terms);
  compared int := 4000;
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
          ORDER BY starts_at LIMIT 200) next WHERE %1$s LIMIT $3)
       UNION ALL
       (SELECT latest.id FROM (SELECT id, search_text FROM event
          WHERE tenant_id = $1 AND calendar_id = calendar.id AND recurrence IS NULL AND NOT is_long AND starts_at < now() - interval ''1 day''
          ORDER BY starts_at DESC LIMIT 200) latest WHERE %1$s LIMIT $3)) one', conditions)
  USING tenant, calendars, 20;
END $$;
