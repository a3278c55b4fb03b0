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
  gender text NOT NULL DEFAULT 'UNSPECIFIED'
    CHECK (gender IN ('FEMALE', 'MALE', 'DIVERSE', 'UNSPECIFIED')),
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
  message_mail text NOT NULL DEFAULT 'IMMEDIATE'
    CHECK (message_mail IN ('IMMEDIATE', 'DAILY', 'NONE')),
  -- Blob keys of the profile picture's three sizes.
  picture_64 text,
  picture_256 text,
  picture_512 text,
  -- Folded name, number, mail and city (platform/contract/fold.ts).
  search_text text NOT NULL,
  -- Sound of the name (Kölner Phonetik), for duplicates.
  name_sound text NOT NULL,
  -- Month and day as one number (1224), for birthdays and jubilees.
  birthday_in_year int GENERATED ALWAYS AS
    (extract(month FROM birthday)::int * 100 + extract(day FROM birthday)::int) STORED,
  joined_in_year int GENERATED ALWAYS AS
    (extract(month FROM joined_on)::int * 100 + extract(day FROM joined_on)::int) STORED,
  deleted_at timestamptz,
  deleted_by text,
  -- Personal data is gone; what remains counts in statistics.
  anonymised_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Name of who saved last, shown to a second person who saves.
  updated_by text,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT member_number_unique UNIQUE (tenant_id, member_number),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('member');
CALL announce_table_changes('member', 'user');

-- Every column that a club sorts by has its order in an index: a list of 100,000 then starts as
-- fast as one of 1,000. The order by number is its constraint's. Imports write members by the ten
-- thousand, and each index costs as much as the row itself (docs/adr/0024-import-speed.md): the
-- trash is left out, and so are members without a value, who stand behind all others and are found
-- by the primary key.
CREATE INDEX member_by_name ON member (tenant_id, last_name, first_name, id)
  WHERE deleted_at IS NULL;
CREATE INDEX member_by_first_name ON member (tenant_id, first_name, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_city ON member (tenant_id, city, id)
  WHERE deleted_at IS NULL AND city IS NOT NULL;
CREATE INDEX member_by_postal_code ON member (tenant_id, postal_code, id)
  WHERE deleted_at IS NULL AND postal_code IS NOT NULL;
CREATE INDEX member_by_street ON member (tenant_id, street, id)
  WHERE deleted_at IS NULL AND street IS NOT NULL;
CREATE INDEX member_by_phone ON member (tenant_id, phone, id)
  WHERE deleted_at IS NULL AND phone IS NOT NULL;
CREATE INDEX member_by_mobile ON member (tenant_id, mobile, id)
  WHERE deleted_at IS NULL AND mobile IS NOT NULL;
CREATE INDEX member_by_birthday ON member (tenant_id, birthday, id)
  WHERE deleted_at IS NULL AND birthday IS NOT NULL;
CREATE INDEX member_by_joined ON member (tenant_id, joined_on, id)
  WHERE deleted_at IS NULL AND joined_on IS NOT NULL;
CREATE INDEX member_by_terminated ON member (tenant_id, terminated_on, id)
  WHERE deleted_at IS NULL AND terminated_on IS NOT NULL;
CREATE INDEX member_by_left ON member (tenant_id, left_on, id)
  WHERE deleted_at IS NULL AND left_on IS NOT NULL;
CREATE INDEX member_by_deceased ON member (tenant_id, deceased_on, id)
  WHERE deleted_at IS NULL AND deceased_on IS NOT NULL;
CREATE INDEX member_by_created ON member (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX member_by_updated ON member (tenant_id, updated_at, id) WHERE deleted_at IS NULL;
-- For logging in with an address, looking one up, and the list sorted by it.
CREATE INDEX member_by_email ON member (tenant_id, lower(email), id) WHERE email IS NOT NULL;
CREATE INDEX member_by_birthday_in_year ON member (tenant_id, birthday_in_year)
  WHERE deleted_at IS NULL;
CREATE INDEX member_by_joined_in_year ON member (tenant_id, joined_in_year)
  WHERE deleted_at IS NULL;
CREATE INDEX member_by_sound ON member (tenant_id, name_sound) WHERE anonymised_at IS NULL;
CREATE INDEX member_trash ON member (tenant_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX member_search ON member USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX member_whereabouts_search ON member USING gin
  (tenant_id, member_whereabouts(phone, mobile, postal_code, street) gin_trgm_ops)
  WHERE deleted_at IS NULL;

GRANT SELECT (tenant_id, id, search_text, phone, mobile, postal_code, street, deleted_at,
  anonymised_at) ON member TO vereinsheim_search;
CREATE POLICY search ON member FOR SELECT TO vereinsheim_search USING (true);

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

-- A group of members (group is a reserved word in SQL).
CREATE TABLE club_group (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  name text COLLATE german NOT NULL,
  parent_id uuid,
  description text,
  color text,
  -- Held by everyone who is a member today; sub-groups do not inherit them.
  permissions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  -- Top-level groups have no parent; their names are unique as well.
  CONSTRAINT club_group_name UNIQUE NULLS NOT DISTINCT (tenant_id, parent_id, name),
  FOREIGN KEY (tenant_id, parent_id) REFERENCES club_group (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  CHECK (parent_id <> id)
);
CALL protect_tenant_table('club_group');
CALL announce_table_changes('club_group', 'group');

-- A period of one member in one group; one person may have several, one after the other.
CREATE TABLE membership (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_id uuid NOT NULL,
  function text COLLATE german,
  from_on date,
  to_on date,
  leader boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES club_group (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE,
  CONSTRAINT membership_period CHECK (to_on >= from_on)
);
CREATE INDEX membership_by_member ON membership (tenant_id, member_id);
CREATE INDEX membership_by_group ON membership (tenant_id, group_id, member_id);
CALL protect_tenant_table('membership');
-- Under the member's id, so that the member concerned hears of it and their rights are read again
-- at once.
CALL announce_table_changes('membership', 'membership', 'member_id');
