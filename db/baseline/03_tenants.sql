CREATE TABLE tenant (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  name text NOT NULL,
  display_name text NOT NULL,
  time_zone text NOT NULL DEFAULT 'Europe/Berlin',
  accent_color text NOT NULL DEFAULT '#2f6f5e',
  state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'SUSPENDED')),
  logo_key text,
  logo_content_type text,
  -- Days in the trash until a member is anonymised.
  trash_days int NOT NULL DEFAULT 30 CHECK (trash_days BETWEEN 1 AND 3650),
  -- Months after leaving until a member is due for deletion; null = never proposed.
  retention_months int CHECK (retention_months BETWEEN 1 AND 1200),
  mail_sender_name text,
  mail_reply_to text,
  next_member_number bigint NOT NULL DEFAULT 1,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('tenant');
CALL announce_table_changes('tenant', 'tenant', 'tenant_id');

-- Names are unique over the installation: the one index that has no tenant in front, because the
-- name is the tenant.
CREATE UNIQUE INDEX tenant_name ON tenant (name);
GRANT SELECT ON tenant TO vereinsheim_lookup;
CREATE POLICY lookup ON tenant FOR SELECT TO vereinsheim_lookup USING (true);

-- The club's own member fields.
CREATE TABLE custom_field (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  kind text NOT NULL
    CHECK (kind IN ('TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'CHOICE', 'MULTI_CHOICE')),
  options text[] NOT NULL DEFAULT '{}',
  required boolean NOT NULL DEFAULT false,
  -- Members change it themselves on Mein Profil.
  self_service boolean NOT NULL DEFAULT false,
  position int NOT NULL DEFAULT 0,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, key),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('custom_field');
CALL announce_table_changes('custom_field', 'custom-field');
