-- Up Migration
-- German order: ä beside a, ß beside ss, and numbers inside texts by their value (2. before 10.).
CREATE COLLATION german (provider = icu, locale = 'de-u-kn-true');

-- Firms are members too: they have a last name only.
CREATE FUNCTION full_name(first_name text, last_name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(first_name || ' ' || last_name);

-- A member of the club ("User" in the interface; user is a reserved word in SQL).
CREATE TABLE member (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  member_number text COLLATE german NOT NULL,
  salutation text COLLATE german,
  title text COLLATE german,
  first_name text COLLATE german NOT NULL,
  last_name text COLLATE german NOT NULL,
  email text COLLATE german,
  phone text COLLATE german,
  mobile text COLLATE german,
  street text COLLATE german,
  address_addition text COLLATE german,
  postal_code text COLLATE german,
  city text COLLATE german,
  country text,
  birthday date,
  gender text NOT NULL DEFAULT 'UNSPECIFIED' CHECK (gender IN ('FEMALE', 'MALE', 'DIVERSE', 'UNSPECIFIED')),
  joined_on date,
  terminated_on date,
  left_on date,
  deceased_on date,
  -- As entered; FORMER is derived from left_on and the day asked about.
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'PASSIVE', 'HONORARY')),
  account_holder text COLLATE german,
  iban text,
  bic text,
  mandate_reference text COLLATE german,
  notes text,
  custom_fields jsonb NOT NULL DEFAULT '{}',
  is_admin boolean NOT NULL DEFAULT false,
  -- Held directly; groups add theirs.
  permissions text[] NOT NULL DEFAULT '{}',
  message_mail text NOT NULL DEFAULT 'IMMEDIATE' CHECK (message_mail IN ('IMMEDIATE', 'DAILY', 'NONE')),
  -- Blob keys of the profile picture's three sizes.
  picture_64 text,
  picture_256 text,
  picture_512 text,
  -- Folded name, number, mail and city (platform/contract/fold.ts).
  search_text text NOT NULL,
  -- Sound of the name, for duplicates (modules/users/cologne.ts).
  name_sound text NOT NULL,
  -- Month and day as one number (1224), for birthdays and jubilees.
  birthday_in_year int GENERATED ALWAYS AS (extract(month FROM birthday)::int * 100 + extract(day FROM birthday)::int) STORED,
  joined_in_year int GENERATED ALWAYS AS (extract(month FROM joined_on)::int * 100 + extract(day FROM joined_on)::int) STORED,
  deleted_at timestamptz,
  deleted_by text,
  -- Personal data is gone; what remains counts in statistics.
  anonymised_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Name of who saved last, for whoever saves second.
  updated_by text,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT member_number_unique UNIQUE (tenant_id, member_number),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('member');
CALL announce_table_changes('member', 'user');

-- One index for each order the list is read in most; the trash is left out.
CREATE INDEX member_by_name ON member (tenant_id, last_name, first_name, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_first_name ON member (tenant_id, first_name, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_number ON member (tenant_id, member_number, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_city ON member (tenant_id, city, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_postal_code ON member (tenant_id, postal_code, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_birthday ON member (tenant_id, birthday, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_joined ON member (tenant_id, joined_on, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_left ON member (tenant_id, left_on, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_birthday_in_year ON member (tenant_id, birthday_in_year) WHERE deleted_at IS NULL;
CREATE INDEX member_by_joined_in_year ON member (tenant_id, joined_in_year) WHERE deleted_at IS NULL;
CREATE INDEX member_by_sound ON member (tenant_id, name_sound) WHERE anonymised_at IS NULL;
CREATE INDEX member_by_email ON member (tenant_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX member_trash ON member (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX member_search ON member USING gin (tenant_id, search_text gin_trgm_ops);

-- The club's day, not the server's.
CREATE FUNCTION tenant_today() RETURNS date
  LANGUAGE sql STABLE
  RETURN (now() AT TIME ZONE (SELECT time_zone FROM tenant))::date;

GRANT SELECT (tenant_id, id, search_text, deleted_at, anonymised_at) ON member TO vereinsheim_search;
CREATE POLICY search ON member FOR SELECT TO vereinsheim_search USING (true);

-- Ids of members whose folded text contains every word (words hold no wildcards), or NULL when there are many:
-- more than `most`, or more than 3 in 100 of a sample. Then walking the list in its order finds a page sooner than
-- collecting all of them.
CREATE FUNCTION search_members(words text[], most int, in_trash boolean) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  found uuid[];
  conditions text;
  common boolean;
BEGIN
  SELECT coalesce(string_agg(format('search_text LIKE %L', '%' || word || '%'), ' AND '), 'true') INTO conditions FROM unnest(words) AS word;
  EXECUTE format(
    'SELECT count(*) FILTER (WHERE %s) > 30 FROM (SELECT search_text FROM member WHERE tenant_id = $1 ORDER BY id LIMIT 1000) sample',
    conditions)
  INTO common USING current_setting('app.tenant_id')::uuid;
  IF common THEN
    RETURN NULL;
  END IF;
  EXECUTE format(
    'SELECT array_agg(id) FROM (SELECT id FROM member WHERE tenant_id = $1 AND %s AND anonymised_at IS NULL AND (deleted_at IS NOT NULL) = $2 LIMIT $3) few',
    conditions)
  INTO found USING current_setting('app.tenant_id')::uuid, in_trash, most + 1;
  RETURN CASE WHEN cardinality(found) > most THEN NULL ELSE coalesce(found, '{}') END;
END $$;
ALTER FUNCTION search_members(text[], int, boolean) OWNER TO vereinsheim_search;

-- Saved views of the member list.
CREATE TABLE member_view (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  name text COLLATE german NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  parameters jsonb NOT NULL DEFAULT '{}',
  columns text[] NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT member_view_name UNIQUE (tenant_id, owner_id, name),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES member ON DELETE CASCADE
);
CALL protect_tenant_table('member_view');
CALL announce_table_changes('member_view', 'user-view');

-- A removed own field takes its values with it.
CREATE FUNCTION forget_custom_field_values() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  -- The tenant is named, because below a cascade this runs with the rights of the table's owner.
  UPDATE member SET custom_fields = custom_fields - OLD.key WHERE tenant_id = OLD.tenant_id AND custom_fields ? OLD.key;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_values AFTER DELETE ON custom_field FOR EACH ROW EXECUTE FUNCTION forget_custom_field_values();
