-- Up Migration
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
CALL announce_table_changes('membership', 'membership');
