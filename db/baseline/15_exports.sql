-- What is exported regularly or again: fields, members, form, place and time.
CREATE TABLE export_target (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  name text COLLATE german NOT NULL,
  format text NOT NULL CHECK (format IN ('CSV', 'XLSX', 'JSON', 'VCARD', 'PDF')),
  options jsonb NOT NULL,
  mapping_config_id int,
  -- Parameters of the member list.
  filter jsonb NOT NULL,
  view_id uuid,
  sort text NOT NULL,
  dir text NOT NULL CHECK (dir IN ('ASC', 'DESC')),
  as_of date,
  file_name text NOT NULL,
  -- Without the password, which is encrypted beside it.
  destination jsonb NOT NULL,
  secret text,
  -- Cron line in the tenant's time zone, and the time it means next; the job of that time carries
  -- the same value.
  schedule text,
  next_run_at timestamptz,
  only_changes boolean NOT NULL,
  -- The run whose rows later ones are compared with.
  baseline_run_id uuid,
  keep_days int NOT NULL CHECK (keep_days > 0),
  -- Who saved it last: scheduled runs have this person's rights.
  owner_id uuid,
  owner_name text NOT NULL,
  -- Whether its fields were protected ones when they were saved. A mapping that gets such fields
  -- later is not enough.
  allows_protected boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT export_target_name UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  CONSTRAINT export_target_mapping FOREIGN KEY (tenant_id, mapping_config_id)
    REFERENCES mapping_config (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES member (tenant_id, id) ON DELETE SET NULL (owner_id),
  CHECK ((schedule IS NULL) = (next_run_at IS NULL))
);
CREATE INDEX export_target_by_mapping ON export_target (tenant_id, mapping_config_id);
CREATE INDEX export_target_owner ON export_target (tenant_id, owner_id);
CALL protect_tenant_table('export_target');
CALL announce_table_changes('export_target', 'export-target');

-- One run: stays as proof when its target or its file is gone.
CREATE TABLE export_run (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  target_id uuid,
  target_name text NOT NULL,
  format text NOT NULL,
  state text NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  done int NOT NULL DEFAULT 0,
  total int NOT NULL DEFAULT 0,
  count int NOT NULL DEFAULT 0,
  new_count int,
  changed_count int,
  gone_count int,
  as_of date,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  actor_id uuid,
  actor_name text NOT NULL,
  scheduled boolean NOT NULL,
  error text,
  warnings text[] NOT NULL DEFAULT '{}',
  file_name text,
  size bigint,
  sha256 text,
  blob_key text,
  keep_until date,
  delivered_to text,
  -- Bank data or notes are in the file: only those who see them get it.
  protected_fields boolean NOT NULL DEFAULT false,
  -- Whose data is in the file: told to them, and the file goes when one of them is forgotten.
  member_ids uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, target_id) REFERENCES export_target (tenant_id, id)
    ON DELETE SET NULL (target_id),
  FOREIGN KEY (tenant_id, actor_id) REFERENCES member (tenant_id, id) ON DELETE SET NULL (actor_id)
);
-- One at a time for each target.
CREATE UNIQUE INDEX export_run_open ON export_run (tenant_id, target_id)
  WHERE state IN ('QUEUED', 'RUNNING');
CREATE INDEX export_run_of_target ON export_run (tenant_id, target_id, started_at DESC);
CREATE INDEX export_run_latest ON export_run (tenant_id, started_at DESC);
CREATE INDEX export_run_actor ON export_run (tenant_id, actor_id);
CREATE INDEX export_run_kept ON export_run (tenant_id, keep_until) WHERE blob_key IS NOT NULL;
CALL protect_tenant_table('export_run');
CALL announce_table_changes('export_run', 'export-run');

-- What a run wrote of each member, as a checksum: later runs find new, changed and gone ones by it.
CREATE TABLE export_row (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  run_id uuid NOT NULL,
  member_id uuid NOT NULL,
  checksum text NOT NULL,
  PRIMARY KEY (tenant_id, run_id, member_id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES export_run (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX export_row_member ON export_row (tenant_id, member_id);
CALL protect_tenant_table('export_row');
