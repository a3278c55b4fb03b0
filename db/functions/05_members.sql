-- Whether somebody belongs to the club on a day: neither in the trash nor erased, dead or gone. The
-- day of leaving itself still counts; nobody (the empty side of an outer join) does not belong.
-- Not a word of it is repeated elsewhere: the planner puts the body in the call's place, so that
-- indexes serve as if it stood there. It does so only while `day` is named once.
CREATE OR REPLACE FUNCTION belongs_to_club(person member, day date) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT person.id IS NOT NULL AND person.deleted_at IS NULL AND person.anonymised_at IS NULL
      AND person.deceased_on IS NULL AND (person.left_on IS NULL OR person.left_on >= day)
  $$;

-- A removed own field takes its values with it.
CREATE OR REPLACE FUNCTION forget_custom_field_values() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  -- The tenant is named, because below a cascade this runs with the rights of the table's owner.
  UPDATE member SET custom_fields = custom_fields - OLD.key
  WHERE tenant_id = OLD.tenant_id AND custom_fields ? OLD.key;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER forget_values AFTER DELETE ON custom_field
  FOR EACH ROW EXECUTE FUNCTION forget_custom_field_values();

-- Ids of members whose folded text contains every word (words hold no wildcards), or NULL when
-- there are many: more than `most`, or more than 3 in 100 of a sample. Then walking the list in its
-- order finds a page sooner than collecting all of them.
CREATE OR REPLACE FUNCTION search_members(words text[], most int, in_trash boolean) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  found uuid[];
  conditions text;
  common boolean;
BEGIN
  SELECT coalesce(string_agg(format('search_text LIKE %L', '%' || word || '%'), ' AND '), 'true')
  INTO conditions FROM unnest(words) AS word;
  EXECUTE format(
    'SELECT count(*) FILTER (WHERE %s) > 30
     FROM (SELECT search_text FROM member WHERE tenant_id = $1 ORDER BY id LIMIT 1000) sample',
    conditions)
  INTO common USING current_setting('app.tenant_id')::uuid;
  IF common THEN
    RETURN NULL;
  END IF;
  EXECUTE format(
    'SELECT array_agg(id) FROM (
       SELECT id FROM member
       WHERE tenant_id = $1 AND %s AND anonymised_at IS NULL AND (deleted_at IS NOT NULL) = $2
       LIMIT $3) few',
    conditions)
  INTO found USING current_setting('app.tenant_id')::uuid, in_trash, most + 1;
  RETURN CASE WHEN cardinality(found) > most THEN NULL ELSE coalesce(found, '{}') END;
END $$;
ALTER FUNCTION search_members(text[], int, boolean) OWNER TO vereinsheim_search;
