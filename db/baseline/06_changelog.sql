-- The change history. Written by triggers only, in the transaction of the change, so that no way of
-- changing can forget it.
CREATE TABLE change (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  -- One save of one record is one entry, however many statements it takes.
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  actor_id uuid,
  actor_name text NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('USER', 'IMPORT', 'SYSTEM')),
  way text NOT NULL CHECK (way IN ('UI', 'PROFILE', 'IMPORT', 'REVERT', 'SYSTEM')),
  import_run_id uuid,
  record_type text NOT NULL CHECK (record_type IN ('USER', 'MEMBERSHIP', 'GROUP', 'LOGIN')),
  record_id uuid NOT NULL,
  -- As it was then; stays when the record is gone.
  record_name text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('CREATE', 'UPDATE', 'DELETE')),
  -- The member and group it belongs to, without foreign keys: history outlives both.
  member_id uuid,
  group_id uuid,
  -- { field: { old, new } }
  fields jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT change_one_per_save UNIQUE (tenant_id, record_id, at, transaction_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('change');
CALL announce_table_changes('change', 'change');
CREATE INDEX change_by_time ON change (tenant_id, at, id);
CREATE INDEX change_by_member ON change (tenant_id, member_id, at, id);
CREATE INDEX change_by_actor ON change (tenant_id, actor_id, at, id);
CREATE INDEX change_by_import ON change (tenant_id, import_run_id)
  WHERE import_run_id IS NOT NULL;
-- The history is filtered by these two; entries of a rare kind would otherwise be looked for
-- through all of it.
CREATE INDEX change_by_type ON change (tenant_id, record_type, at, id);
CREATE INDEX change_by_way ON change (tenant_id, way, at, id);
