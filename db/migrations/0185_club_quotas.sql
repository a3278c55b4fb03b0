-- How much a club's files may take in all, as the operator says; a club without a row: as much as
-- there is room for.
CREATE TABLE blob_quota (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('blob_quota');
CALL announce_table_changes('blob_quota', 'tenant', 'tenant_id');

-- What the server makes of a file by itself, and nobody can delete alone, is not the club's room.
ALTER TABLE blob ADD COLUMN derived boolean NOT NULL DEFAULT false;
CREATE INDEX blob_kept ON blob (tenant_id) INCLUDE (size) WHERE NOT derived;

DO $$
DECLARE
  club uuid;
BEGIN
  FOR club IN SELECT tenant_id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', club::text, true);
    UPDATE blob SET derived = true
    FROM file_version v, unnest(ARRAY[v.thumbnail_256, v.thumbnail_1024, v.thumbnail_2048]) picture
    WHERE v.tenant_id = club AND blob.tenant_id = club AND blob.key = picture;
  END LOOP;
END $$;
