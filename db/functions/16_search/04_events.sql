-- Titles and places of events as they are compared. Filled by a trigger, so that the table need not
-- be rewritten.
CREATE OR REPLACE FUNCTION fold_event() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := folded_text(NEW.title || ' ' || coalesce(NEW.location, ''));
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER fold_event BEFORE INSERT OR UPDATE OF title, location ON event
  FOR EACH ROW EXECUTE FUNCTION fold_event();

-- Ids of at most `most` events of these calendars with all terms in title or place, those next from
-- now on first, then the latest; a series that goes on counts as next week's. Thousands are
-- compared before each calendar is walked through, which takes longer, and then less far.
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
  -- IS TRUE keeps the calendars out of the choice of an index: theirs would be read from end to
  -- end.
  EXECUTE format(
    'WITH met AS MATERIALIZED (
       SELECT id, starts_at,
         CASE WHEN recurrence IS NULL THEN ends_at
           ELSE coalesce(series_ends_at, ''infinity'') END AS over_at,
         recurrence IS NOT NULL AS is_series
       FROM event
       WHERE tenant_id = $1 AND (calendar_id = ANY($2)) IS TRUE AND %s LIMIT $4)
     SELECT ARRAY(
       SELECT id FROM met
       ORDER BY over_at < now(),
         CASE WHEN over_at < now() THEN now() - over_at
           WHEN is_series AND starts_at < now() THEN interval ''7 days''
           ELSE starts_at - now() END
       LIMIT $3), (SELECT count(*) FROM met)', conditions)
  INTO found, looked_at USING tenant, calendars, most, compared;
  RETURN QUERY SELECT unnest(found);
  IF looked_at < compared THEN
    RETURN;
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT one.id FROM unnest($2) AS calendar (id) CROSS JOIN LATERAL (
       (SELECT next.id FROM (
          SELECT id, search_text FROM event
          WHERE tenant_id = $1 AND calendar_id = calendar.id AND recurrence IS NULL
            AND NOT is_long AND starts_at >= now() - interval ''1 day''
          ORDER BY starts_at LIMIT 200) next
        WHERE %1$s LIMIT $3)
       UNION ALL
       (SELECT latest.id FROM (
          SELECT id, search_text FROM event
          WHERE tenant_id = $1 AND calendar_id = calendar.id AND recurrence IS NULL
            AND NOT is_long AND starts_at < now() - interval ''1 day''
          ORDER BY starts_at DESC LIMIT 200) latest
        WHERE %1$s LIMIT $3)) one', conditions)
  USING tenant, calendars, 20;
END $$;
ALTER FUNCTION find_events(uuid[], text[], int) OWNER TO vereinsheim_search;
