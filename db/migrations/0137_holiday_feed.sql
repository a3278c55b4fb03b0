-- Up Migration

-- A calendar file on the web that says the club's school holidays instead of those that come with
-- the product.
CREATE TABLE holiday_feed (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid REFERENCES tenant ON DELETE CASCADE,
  url text NOT NULL,
  -- When its holidays were taken over last; null: not yet.
  fetched_at timestamptz,
  -- Why the last try failed, a German sentence.
  problem text,
  PRIMARY KEY (tenant_id)
);
CALL protect_tenant_table('holiday_feed');
-- To pages, holidays are among the club's settings.
CALL announce_table_changes('holiday_feed', 'tenant', 'tenant_id');

-- What it said then.
CREATE TABLE holiday (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  name text NOT NULL,
  from_on date NOT NULL,
  to_on date NOT NULL CHECK (to_on >= from_on),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES holiday_feed ON DELETE CASCADE
);
CALL protect_tenant_table('holiday');
