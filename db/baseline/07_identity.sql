-- A member's way to log in. The id is the subject of the tokens; the account is bound by it, never
-- by an e-mail address.
CREATE TABLE login (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  member_id uuid NOT NULL,
  username text NOT NULL CHECK (username <> ''),
  state text NOT NULL CHECK (state IN ('INVITED', 'ACTIVE', 'DISABLED')),
  -- argon2id in PHC notation; null until the invitation is accepted, and always when a Keycloak
  -- keeps the passwords.
  password_hash text,
  password_changed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, member_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX login_username ON login (tenant_id, lower(username));
CALL protect_tenant_table('login');
-- Under the member's id, so that the member concerned hears of it.
CALL announce_table_changes('login', 'login', 'member_id');

-- Time-based one-time passwords. The last step used is kept, so that a code works once.
CREATE TABLE login_totp (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  login_id uuid NOT NULL,
  -- Encrypted.
  secret text NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  -- Null while the first code has not been entered yet.
  confirmed_at timestamptz,
  PRIMARY KEY (tenant_id, login_id),
  FOREIGN KEY (tenant_id, login_id) REFERENCES login ON DELETE CASCADE
);
CALL protect_tenant_table('login_totp');

CREATE TABLE login_recovery_code (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  login_id uuid NOT NULL,
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (tenant_id, login_id, code_hash),
  FOREIGN KEY (tenant_id, login_id) REFERENCES login ON DELETE CASCADE
);
CALL protect_tenant_table('login_recovery_code');

CREATE TABLE login_passkey (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  login_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, credential_id),
  FOREIGN KEY (tenant_id, login_id) REFERENCES login ON DELETE CASCADE
);
CREATE INDEX login_passkey_login ON login_passkey (tenant_id, login_id);
CALL protect_tenant_table('login_passkey');

-- Links in invitations and password mails: the hash of a random token, good for one use.
CREATE TABLE login_action_token (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  token_hash text NOT NULL,
  login_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('INVITATION', 'RESET')),
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, login_id) REFERENCES login ON DELETE CASCADE
);
CREATE INDEX login_action_token_login ON login_action_token (tenant_id, login_id);
CALL protect_tenant_table('login_action_token');

-- The realm's keys, newest first; a retired one still verifies tokens until they have expired.
CREATE TABLE signing_key (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id text NOT NULL,
  -- Encrypted JWK.
  private_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CREATE UNIQUE INDEX signing_key_current ON signing_key (tenant_id) WHERE retired_at IS NULL;
CALL protect_tenant_table('signing_key');
CALL announce_table_changes('signing_key', 'signing-key');

-- What the identity provider remembers: sessions, codes, refresh tokens, grants, running logins.
-- The name of a record is a secret of the browser, so only its hash is kept.
CREATE TABLE oidc_record (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  model text NOT NULL,
  id_hash text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  session_uid text,
  login_id uuid,
  -- Browser of a session, as it named itself.
  user_agent text,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, model, id_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CREATE INDEX oidc_record_session ON oidc_record (tenant_id, session_uid)
  WHERE session_uid IS NOT NULL;
CREATE INDEX oidc_record_login ON oidc_record (tenant_id, login_id) WHERE login_id IS NOT NULL;
CREATE INDEX oidc_record_grant ON oidc_record (tenant_id, grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_record_expiry ON oidc_record (tenant_id, expires_at);
CALL protect_tenant_table('oidc_record');
