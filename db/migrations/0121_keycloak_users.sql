-- Up Migration

-- What a Keycloak shall know of a login, beside what it has been told. Written by the transaction
-- of the change, worked off by a job. A row outlives its login until the Keycloak has deleted the
-- user; with the embedded provider there are none.
CREATE TABLE keycloak_user (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid
    REFERENCES tenant ON DELETE CASCADE,
  login_id uuid NOT NULL,
  member_id uuid NOT NULL,
  -- The Keycloak's own id, the `sub` of its tokens; null until it has made the user.
  user_id uuid,
  -- Fingerprint of name, address and state, as the Keycloak was told them last.
  synced_state text,
  -- Sessions that began before this moment are over; beside it the same moment once the Keycloak
  -- has ended them.
  sessions_ended_at timestamptz,
  synced_sessions_ended_at timestamptz,
  -- Until the Keycloak has it. Encrypted.
  initial_password text,
  -- A link to set a password, until the Keycloak has mailed it.
  mail_purpose text CHECK (mail_purpose IN ('INVITATION', 'RESET')),
  mail_requested_at timestamptz,
  PRIMARY KEY (tenant_id, login_id),
  UNIQUE (tenant_id, user_id),
  CHECK ((mail_purpose IS NULL) = (mail_requested_at IS NULL))
);
CREATE INDEX keycloak_user_member ON keycloak_user (tenant_id, member_id);

-- Logins used to have the Keycloak's own id. An installation with a Keycloak is known by having no
-- password at all.
ALTER TABLE login NO FORCE ROW LEVEL SECURITY;
INSERT INTO keycloak_user (tenant_id, login_id, member_id, user_id)
SELECT tenant_id, id, member_id, id FROM login
WHERE NOT EXISTS (SELECT FROM login WHERE password_hash IS NOT NULL);
ALTER TABLE login FORCE ROW LEVEL SECURITY;

CALL protect_tenant_table('keycloak_user');
-- Whose sessions were ended is refused by every process at once.
CALL announce_table_changes('keycloak_user', 'keycloak-user', 'login_id');
