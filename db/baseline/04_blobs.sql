-- Bytes that a club's row uses. Written in the transaction of the row that uses them; a stored key
-- without a row here is an orphan and is swept.
CREATE TABLE blob (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  key text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, key),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('blob');
CREATE INDEX blob_key ON blob (key);
GRANT SELECT (key) ON blob TO vereinsheim_lookup;
CREATE POLICY lookup ON blob FOR SELECT TO vereinsheim_lookup USING (true);
