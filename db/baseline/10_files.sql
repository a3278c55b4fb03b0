-- A share of documents or images: a tree of folders and files with grants of its own.
CREATE TABLE file_share (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  name text COLLATE german NOT NULL,
  kind text NOT NULL CHECK (kind IN ('DOCUMENTS', 'IMAGES')),
  -- Media types allowed in it; null: no limit of its own.
  allowed_types text[],
  -- Bytes; null: no limit.
  quota bigint CHECK (quota >= 0),
  -- Sum of all versions of all files, the trash too. Changed in the transaction that adds or
  -- removes a version.
  used_bytes bigint NOT NULL DEFAULT 0 CHECK (used_bytes >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT file_share_name UNIQUE (tenant_id, kind, name),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('file_share');
CALL announce_table_changes('file_share', 'file-share');

CREATE TABLE file_share_grant (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  share_id uuid NOT NULL,
  subject text NOT NULL CHECK (subject IN ('ALL', 'GROUP', 'USER')),
  group_id uuid,
  user_id uuid,
  access text NOT NULL CHECK (access IN ('READ', 'WRITE')),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT file_share_grant_subject
    UNIQUE NULLS NOT DISTINCT (tenant_id, share_id, group_id, user_id),
  FOREIGN KEY (tenant_id, share_id) REFERENCES file_share (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, group_id) REFERENCES club_group (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE,
  CHECK (
    (subject = 'GROUP') = (group_id IS NOT NULL)
    AND (subject = 'USER') = (user_id IS NOT NULL))
);
CREATE INDEX file_share_grant_by_group ON file_share_grant (tenant_id, group_id)
  WHERE group_id IS NOT NULL;
CREATE INDEX file_share_grant_by_user ON file_share_grant (tenant_id, user_id)
  WHERE user_id IS NOT NULL;
CALL protect_tenant_table('file_share_grant');
CALL announce_table_changes('file_share_grant', 'file-share', 'share_id');

-- A folder or file. Its path is nowhere: moving a folder changes one row whatever is in it. Each
-- share has one root (the entry with the share's own id and no parent). What is below something in
-- the trash is in the trash with it.
CREATE TABLE file_entry (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  share_id uuid NOT NULL,
  parent_id uuid,
  -- In NFC. The collation sorts as people do (Datei 2 before Datei 10) but two names are the same
  -- only byte by byte.
  name text COLLATE german NOT NULL,
  is_folder boolean NOT NULL,
  -- Of files: lower case, without dot, empty when there is none.
  extension text NOT NULL DEFAULT '',
  -- The current version, repeated here so that a list reads one table.
  version int,
  content_type text,
  subtype text,
  size bigint,
  sha256 text,
  taken_at timestamptz,
  has_thumbnail boolean NOT NULL DEFAULT false,
  -- When the content was last changed where it came from.
  modified_at timestamptz NOT NULL DEFAULT now(),
  modified_by uuid,
  modified_by_name text,
  -- When it appeared in the share with this content: what "newest" goes by.
  added_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_by_name text,
  -- Where it was when it was deleted.
  deleted_path text,
  -- The name as the search compares it.
  search_name text GENERATED ALWAYS AS (folded_name(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, share_id) REFERENCES file_share (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, parent_id) REFERENCES file_entry (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, modified_by) REFERENCES member (tenant_id, id)
    ON DELETE SET NULL (modified_by),
  FOREIGN KEY (tenant_id, deleted_by) REFERENCES member (tenant_id, id)
    ON DELETE SET NULL (deleted_by),
  CHECK (is_folder = (version IS NULL)),
  CHECK ((parent_id IS NULL) = (id = share_id))
);
CREATE UNIQUE INDEX file_entry_name ON file_entry (tenant_id, parent_id, name)
  WHERE deleted_at IS NULL;
-- Deleting a folder for good finds what is below it, also what was deleted before.
CREATE INDEX file_entry_children ON file_entry (tenant_id, parent_id);
-- A page of a large folder in the order people see first, and a whole share folder by folder,
-- without sorting.
CREATE INDEX file_entry_order ON file_entry
  (tenant_id, share_id, parent_id, is_folder DESC, name, id) WHERE deleted_at IS NULL;
CREATE INDEX file_entry_search ON file_entry
  USING gin (tenant_id, share_id, search_name gin_trgm_ops) WHERE deleted_at IS NULL;
CREATE INDEX file_entry_newest ON file_entry (tenant_id, share_id, added_at DESC)
  WHERE deleted_at IS NULL AND NOT is_folder;
CREATE INDEX file_entry_trash ON file_entry (tenant_id, share_id, deleted_at DESC)
  WHERE deleted_at IS NOT NULL;
CREATE INDEX file_entry_by_modifier ON file_entry (tenant_id, modified_by)
  WHERE modified_by IS NOT NULL;
CREATE INDEX file_entry_by_deleter ON file_entry (tenant_id, deleted_by)
  WHERE deleted_by IS NOT NULL;
CALL protect_tenant_table('file_entry');
CALL announce_table_changes('file_entry', 'file-entry', 'share_id');

-- Each content a file has had. Two versions may share bytes (an older one brought back).
CREATE TABLE file_version (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  entry_id uuid NOT NULL,
  version int NOT NULL CHECK (version > 0),
  blob_key text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL,
  content_type text NOT NULL,
  subtype text NOT NULL,
  taken_at timestamptz,
  -- Smaller pictures, made in the background; null until then and for all that is no picture.
  thumbnail_256 text,
  thumbnail_1024 text,
  thumbnail_2048 text,
  modified_at timestamptz NOT NULL,
  modified_by uuid,
  modified_by_name text,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- Where a picture's bytes say on what spot of the earth it was taken: [offset, length, filling
  -- byte] each. Null until the job has looked; until then viewers do not get the file.
  position_spans jsonb,
  PRIMARY KEY (tenant_id, entry_id, version),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES file_entry (tenant_id, id) ON DELETE CASCADE,
  -- A version without its bytes cannot exist.
  FOREIGN KEY (tenant_id, blob_key) REFERENCES blob (tenant_id, key),
  FOREIGN KEY (tenant_id, modified_by) REFERENCES member (tenant_id, id)
    ON DELETE SET NULL (modified_by)
);
CREATE INDEX file_version_by_blob ON file_version (tenant_id, blob_key);
CREATE INDEX file_version_by_modifier ON file_version (tenant_id, modified_by)
  WHERE modified_by IS NOT NULL;
CALL protect_tenant_table('file_version');

-- An upload in chunks. Its blob key is claimed from the start, so that the sweep leaves the
-- arriving bytes alone.
CREATE TABLE file_upload (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  share_id uuid NOT NULL,
  user_id uuid NOT NULL,
  path text NOT NULL,
  on_conflict text NOT NULL CHECK (on_conflict IN ('FAIL', 'REPLACE', 'RENAME')),
  create_folders boolean NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  chunk_size bigint NOT NULL CHECK (chunk_size > 0),
  modified_at timestamptz NOT NULL,
  blob_key text NOT NULL,
  -- What the store needs to put the chunks together.
  store_state text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The file it became: finishing a second time answers the same.
  entry_id uuid,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, share_id) REFERENCES file_share (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, entry_id) REFERENCES file_entry (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX file_upload_by_share ON file_upload (tenant_id, share_id);
CREATE INDEX file_upload_by_user ON file_upload (tenant_id, user_id);
CREATE INDEX file_upload_by_entry ON file_upload (tenant_id, entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX file_upload_age ON file_upload (tenant_id, created_at);
CALL protect_tenant_table('file_upload');

CREATE TABLE file_upload_chunk (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  upload_id uuid NOT NULL,
  chunk int NOT NULL CHECK (chunk >= 0),
  -- The store's receipt (S3: the part's ETag).
  receipt text NOT NULL,
  PRIMARY KEY (tenant_id, upload_id, chunk),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES file_upload (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('file_upload_chunk');

-- Some entries of a folder, chosen for one ZIP; kept for a day.
CREATE TABLE file_selection (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  share_id uuid NOT NULL,
  entry_ids uuid[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, share_id) REFERENCES file_share (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX file_selection_by_share ON file_selection (tenant_id, share_id);
CALL protect_tenant_table('file_selection');

-- The words inside the current version of a file.
CREATE TABLE file_text (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  entry_id uuid NOT NULL,
  share_id uuid NOT NULL,
  version int NOT NULL,
  content text NOT NULL,
  -- German word forms, and the folded words as they stand.
  words tsvector NOT NULL,
  PRIMARY KEY (tenant_id, entry_id),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES file_entry (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, share_id) REFERENCES file_share (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX file_text_by_share ON file_text (tenant_id, share_id);
CREATE INDEX file_text_search ON file_text USING gin (tenant_id, share_id, words);
CALL protect_tenant_table('file_text');

GRANT SELECT (tenant_id, id, share_id, parent_id, search_name, deleted_at)
  ON file_entry TO vereinsheim_search;
CREATE POLICY search ON file_entry FOR SELECT TO vereinsheim_search USING (true);
GRANT SELECT (tenant_id, entry_id, share_id, words) ON file_text TO vereinsheim_search;
CREATE POLICY search ON file_text FOR SELECT TO vereinsheim_search USING (true);
