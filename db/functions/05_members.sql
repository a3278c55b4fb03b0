-- Whether a person belongs to the club on a day: neither in the trash nor erased, dead or gone. The
-- day of leaving itself still counts; the empty side of an outer join does not belong.
-- Not a word of it is repeated elsewhere: the planner puts the body in the call's place, so that
-- indexes serve as if it stood there. It does so only while `day` is named once.
CREATE OR REPLACE FUNCTION belongs_to_club(person member, day date) RETURNS boolean
  LANGUAGE sql IMMUTABLE
  AS $$
    SELECT person.id IS NOT NULL AND person.deleted_at IS NULL AND person.anonymised_at IS NULL
      AND person.deceased_on IS NULL AND (person.left_on IS NULL OR person.left_on >= day)
  $$;

-- A removed custom field takes its values with it.
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

-- What other modules know of a member: how they are called, told apart and reached, and whether
-- they are still there. Bank details, notes, rights and what clubs add themselves stay with the
-- members' module.
CREATE OR REPLACE VIEW person WITH (security_invoker = true) AS
  SELECT m.tenant_id, m.id, m.member_number, m.salutation, m.title, m.first_name, m.last_name,
    m.birthday, m.email, m.phone, m.mobile, m.street, m.address_addition, m.postal_code, m.city,
    m.country, m.message_mail, m.name_sound, m.search_text, m.left_on, m.deceased_on, m.deleted_at,
    m.anonymised_at, m.version,
    m.picture_256 IS NOT NULL AS has_picture,
    -- As a subquery the day is asked for once, not for each row.
    belongs_to_club(m, (SELECT tenant_today())) AS belongs
  FROM member m;
GRANT SELECT ON person TO vereinsheim_app;

-- Names of groups, and which lies below which.
CREATE OR REPLACE VIEW group_name WITH (security_invoker = true) AS
  SELECT tenant_id, id, parent_id, name FROM club_group;
GRANT SELECT ON group_name TO vereinsheim_app;

-- Who is in which group, from when to when, and whether that is today.
CREATE OR REPLACE VIEW group_member WITH (security_invoker = true) AS
  SELECT ms.tenant_id, ms.group_id, ms.member_id, ms.from_on, ms.to_on,
    (ms.from_on IS NULL OR ms.from_on <= (SELECT tenant_today()))
      AND (ms.to_on IS NULL OR ms.to_on >= (SELECT tenant_today())) AS is_current,
    ms.function, ms.leader
  FROM membership ms;
GRANT SELECT ON group_member TO vereinsheim_app;
