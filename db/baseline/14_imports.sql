-- Where members come from: a kind of file, or an address that is read on a schedule.
CREATE TABLE import_source (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  name text COLLATE german NOT NULL,
  kind text NOT NULL CHECK (kind IN ('FILE', 'URL')),
  url text,
  -- JSON of header names and values, encrypted; the names stand beside it so that they can be
  -- shown.
  headers text,
  header_names text[] NOT NULL DEFAULT '{}',
  allow_http boolean NOT NULL DEFAULT false,
  -- Cron line in the club's time zone.
  schedule text,
  next_run_at timestamptz,
  apply_automatically boolean NOT NULL DEFAULT false,
  -- How files are read and compared.
  rules jsonb NOT NULL,
  -- A mapping that a source uses can't be deleted.
  mapping_config_id int,
  -- The one source of files that are dropped without choosing one.
  quick boolean NOT NULL DEFAULT false,
  -- Whose rights scheduled runs have.
  responsible_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT import_source_name UNIQUE (tenant_id, name),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, mapping_config_id) REFERENCES mapping_config,
  FOREIGN KEY (tenant_id, responsible_id) REFERENCES member ON DELETE SET NULL (responsible_id),
  CHECK (kind = 'FILE' OR url IS NOT NULL)
);
CALL protect_tenant_table('import_source');
CALL announce_table_changes('import_source', 'import-source');
CREATE UNIQUE INDEX import_source_quick ON import_source (tenant_id) WHERE quick;

-- One file read, compared and perhaps applied. Stays when its source goes.
CREATE TABLE import_run (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  source_id uuid,
  source_name text NOT NULL,
  state text NOT NULL
    CHECK (state IN ('PARSING', 'PREVIEW', 'APPLYING', 'APPLIED', 'FAILED', 'REVERTED')),
  stage text CHECK (stage IN ('FETCHING', 'READING', 'COMPARING', 'WRITING', 'REVERTING')),
  progress_done int NOT NULL DEFAULT 0,
  progress_total int NOT NULL DEFAULT 0,
  -- Grows with each reading, so that an older job of the same run knows that it is not wanted any
  -- more.
  reading int NOT NULL DEFAULT 1,
  rules jsonb NOT NULL,
  mapping_config_id int,
  -- Mapping of this run alone; null: the saved or the suggested one.
  own_entries jsonb,
  -- The mapping it was read with, the file's columns and what was detected.
  entries jsonb,
  columns jsonb,
  detected jsonb,
  new_count int NOT NULL DEFAULT 0,
  changed_count int NOT NULL DEFAULT 0,
  same_count int NOT NULL DEFAULT 0,
  ambiguous_count int NOT NULL DEFAULT 0,
  faulty_count int NOT NULL DEFAULT 0,
  missing_count int NOT NULL DEFAULT 0,
  hint_count int NOT NULL DEFAULT 0,
  -- What the comparison saw: a later change of members or groups makes it stale.
  compared_at timestamptz,
  compared_snapshot pg_snapshot,
  scheduled boolean NOT NULL DEFAULT false,
  actor_id uuid,
  actor_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  applied_at timestamptz,
  applied_by uuid,
  applied_by_name text,
  applied jsonb,
  reverted_at timestamptz,
  reverted jsonb,
  error text,
  file_name text,
  file_size bigint,
  -- Key of the bytes; null when there are none yet, or none any more.
  blob_key text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, source_id) REFERENCES import_source ON DELETE SET NULL (source_id),
  FOREIGN KEY (tenant_id, blob_key) REFERENCES blob
);
CALL protect_tenant_table('import_run');
CALL announce_table_changes('import_run', 'import-run');
CREATE INDEX import_run_by_time ON import_run (tenant_id, started_at, id);
CREATE INDEX import_run_by_source ON import_run (tenant_id, source_id, started_at);
CREATE INDEX import_run_by_blob ON import_run (tenant_id, blob_key);

-- A row of the file as it was understood, and what it would do. Missing members have rows of their
-- own.
CREATE TABLE import_row (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  run_id uuid NOT NULL,
  number int NOT NULL,
  -- Line of the text or row of the sheet; null: a missing member.
  line int,
  name text COLLATE german NOT NULL,
  -- Field → canonical value, only those that the file speaks of; null means: is to be emptied.
  given jsonb,
  -- Names of groups as in the file, and groups by id.
  group_names text[] NOT NULL DEFAULT '{}',
  -- What reading found wrong, before comparing.
  read_problems jsonb NOT NULL DEFAULT '[]',
  kind text CHECK (kind IN ('NEW', 'CHANGED', 'SAME', 'AMBIGUOUS', 'FAULTY', 'MISSING')),
  member_id uuid,
  member_version int,
  -- Field → { old, new }.
  changes jsonb,
  -- Groups to be added to: ids, or names of groups still to be made.
  join_groups jsonb NOT NULL DEFAULT '[]',
  problems jsonb NOT NULL DEFAULT '[]',
  hints jsonb NOT NULL DEFAULT '[]',
  candidates jsonb NOT NULL DEFAULT '[]',
  decision text CHECK (decision IN ('MEMBER', 'NEW', 'SKIP')),
  decided_member uuid,
  -- What reading found worth a look; the cells stay in the file, which is kept as long as the rows.
  read_hints jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant_id, run_id, number),
  FOREIGN KEY (tenant_id, run_id) REFERENCES import_run ON DELETE CASCADE
);
CALL protect_tenant_table('import_row');
CREATE INDEX import_row_by_member ON import_row (tenant_id, member_id);

-- Who came through a source: a member that is not in its next file is missing.
CREATE TABLE import_source_member (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  source_id uuid NOT NULL,
  member_id uuid NOT NULL,
  run_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, source_id, member_id),
  FOREIGN KEY (tenant_id, source_id) REFERENCES import_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, member_id) REFERENCES member ON DELETE CASCADE
);
CALL protect_tenant_table('import_source_member');
CREATE INDEX import_source_member_by_member ON import_source_member (tenant_id, member_id);
