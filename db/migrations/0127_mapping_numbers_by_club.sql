-- Up Migration

-- The last number given to a mapping, by club: counted over all clubs, they told each how busy the
-- others are. Numbers are not used twice; those that are given stay.
CREATE TABLE mapping_number (
  tenant_id uuid PRIMARY KEY DEFAULT current_setting('app.tenant_id')::uuid
    REFERENCES tenant ON DELETE CASCADE,
  last int NOT NULL
);
ALTER TABLE mapping_config NO FORCE ROW LEVEL SECURITY;
INSERT INTO mapping_number (tenant_id, last)
SELECT tenant_id, max(id) FROM mapping_config GROUP BY tenant_id;
ALTER TABLE mapping_config FORCE ROW LEVEL SECURITY;
CALL protect_tenant_table('mapping_number');

ALTER TABLE mapping_config ALTER COLUMN id DROP IDENTITY;
ALTER TABLE mapping_config ALTER COLUMN id SET DEFAULT next_mapping_number();
