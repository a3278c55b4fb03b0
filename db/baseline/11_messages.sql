-- A message as it was sent; nothing of it changes afterwards.
CREATE TABLE message (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  -- Null when the member's row is gone; the name stays.
  sender_id uuid,
  sender_first_name text COLLATE german NOT NULL,
  sender_last_name text COLLATE german NOT NULL,
  subject text COLLATE german NOT NULL,
  -- HTML, cleaned before it is written.
  content text NOT NULL,
  plain_text text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  -- How many people it went to; stays right when one of them is forgotten.
  recipient_count int NOT NULL,
  -- The message that this one answers; its Message-ID is named in the mail.
  reply_to uuid,
  -- The sender no longer wants to see it.
  deleted_at timestamptz,
  -- German word forms, and the folded words as they stand, of subject, text, sender, groups and
  -- file names.
  words tsvector NOT NULL,
  -- The subject as the search compares it: folding it anew for each search took most of its time.
  search_subject text GENERATED ALWAYS AS (folded_text(subject)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, sender_id) REFERENCES member (tenant_id, id)
    ON DELETE SET NULL (sender_id),
  FOREIGN KEY (tenant_id, reply_to) REFERENCES message (tenant_id, id) ON DELETE SET NULL (reply_to)
);
CALL protect_tenant_table('message');
-- Only the sender hears of it: no permission opens the kind.
CALL announce_table_changes('message', 'message', 'sender_id');
CREATE INDEX message_sent ON message (tenant_id, sender_id, sent_at, id) WHERE deleted_at IS NULL;
CREATE INDEX message_by_sender ON message (tenant_id, sender_id) WHERE sender_id IS NOT NULL;
CREATE INDEX message_reply ON message (tenant_id, reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX message_search ON message USING gin (tenant_id, words);
CREATE INDEX message_subject_search ON message
  USING gin (tenant_id, search_subject gin_trgm_ops);

-- Groups it was written to, in the order named; the name stays when the group goes.
CREATE TABLE message_group (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  message_id uuid NOT NULL,
  position int NOT NULL,
  group_id uuid,
  name text COLLATE german NOT NULL,
  PRIMARY KEY (tenant_id, message_id, position),
  FOREIGN KEY (tenant_id, message_id) REFERENCES message (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, group_id) REFERENCES club_group (tenant_id, id)
    ON DELETE SET NULL (group_id)
);
CREATE INDEX message_group_by_group ON message_group (tenant_id, group_id)
  WHERE group_id IS NOT NULL;
CALL protect_tenant_table('message_group');

-- Who received it: the list as it was at the moment of sending, each person once.
CREATE TABLE message_recipient (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  message_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Named by themselves, not only through a group.
  direct boolean NOT NULL,
  -- The message's, for the order of the inbox.
  sent_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  replied_at timestamptz,
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, message_id, user_id),
  FOREIGN KEY (tenant_id, message_id) REFERENCES message (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('message_recipient');
CREATE INDEX message_recipient_inbox ON message_recipient (tenant_id, user_id, sent_at, message_id)
  WHERE deleted_at IS NULL;
CREATE INDEX message_recipient_unread ON message_recipient (tenant_id, user_id, sent_at, message_id)
  WHERE read_at IS NULL AND deleted_at IS NULL;
CREATE INDEX message_recipient_direct ON message_recipient (tenant_id, message_id) WHERE direct;
CREATE INDEX message_recipient_read ON message_recipient (tenant_id, message_id)
  WHERE read_at IS NOT NULL;

CREATE TABLE message_attachment (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  position int NOT NULL,
  name text COLLATE german NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  blob_key text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, message_id) REFERENCES message (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX message_attachment_by_message ON message_attachment (tenant_id, message_id, position);
CALL protect_tenant_table('message_attachment');

-- A message that is still being written, as typed; only its writer ever sees it.
CREATE TABLE message_draft (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  subject text NOT NULL,
  content text NOT NULL,
  recipient_ids uuid[] NOT NULL,
  recipient_group_ids uuid[] NOT NULL,
  reply_to uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, reply_to) REFERENCES message (tenant_id, id) ON DELETE SET NULL (reply_to)
);
CREATE INDEX message_draft_by_owner ON message_draft (tenant_id, owner_id, updated_at);
CREATE INDEX message_draft_reply ON message_draft (tenant_id, reply_to) WHERE reply_to IS NOT NULL;
CALL protect_tenant_table('message_draft');
CALL announce_table_changes('message_draft', 'message-draft', 'owner_id');

CREATE TABLE message_draft_attachment (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  draft_id uuid NOT NULL,
  position int NOT NULL,
  name text COLLATE german NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  blob_key text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, draft_id) REFERENCES message_draft (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX message_draft_attachment_by_draft
  ON message_draft_attachment (tenant_id, draft_id, position);
CALL protect_tenant_table('message_draft_attachment');

GRANT SELECT (tenant_id, id, sender_id, subject, sent_at, deleted_at, words, search_subject)
  ON message TO vereinsheim_search;
CREATE POLICY search ON message FOR SELECT TO vereinsheim_search USING (true);
GRANT SELECT (tenant_id, message_id, user_id, sent_at, read_at, deleted_at)
  ON message_recipient TO vereinsheim_search;
CREATE POLICY search ON message_recipient FOR SELECT TO vereinsheim_search USING (true);
