-- Remembered answers of POSTs with an Idempotency-Key, 24 hours.
CREATE TABLE idempotent_answer (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  status int NOT NULL,
  location text,
  body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, caller, key)
);
CALL protect_tenant_table('idempotent_answer');
CREATE INDEX idempotent_answer_age ON idempotent_answer (tenant_id, created_at);

-- Counters against guessing, shared by all processes (shape given by rate-limiter-flexible).
CREATE TABLE operations.rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
GRANT SELECT, INSERT, UPDATE, DELETE ON operations.rate_limit TO vereinsheim_app;
