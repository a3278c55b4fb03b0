-- Up Migration

-- Sessions that a Keycloak has told us are over: their tokens would count until they run out.
-- Forgotten after a day, when no token of theirs is left.
CREATE TABLE keycloak_ended_session (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid
    REFERENCES tenant ON DELETE CASCADE,
  -- The `sid` of its tokens.
  session_id text NOT NULL,
  ended_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, session_id)
);

CALL protect_tenant_table('keycloak_ended_session');
-- Every process refuses the session's tokens at once.
CALL announce_table_changes('keycloak_ended_session', 'keycloak-user', 'session_id');
