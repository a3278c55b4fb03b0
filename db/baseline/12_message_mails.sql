-- One mail about messages to one mailbox. Its id is the mail's Message-ID, however often it is
-- tried.
CREATE TABLE message_mail (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  -- DIGEST: the messages of a day.
  kind text NOT NULL CHECK (kind IN ('MESSAGE', 'DIGEST')),
  -- The message; null for a digest.
  message_id uuid,
  address text NOT NULL,
  -- DROPPED: no recipient was left when its turn came.
  state text NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'SENT', 'FAILED', 'DROPPED')),
  -- One of very many: waits for mails to a few people.
  bulk boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- While a process is sending it, this lies behind the longest time that may take.
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- Tries that the mail server answered.
  attempts int NOT NULL DEFAULT 0,
  -- What the mail server said last.
  response text,
  -- Why it failed: one of MAIL_FAILURES in the module's contract.
  failure text,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, message_id) REFERENCES message (tenant_id, id) ON DELETE CASCADE,
  CHECK ((kind = 'MESSAGE') = (message_id IS NOT NULL)),
  CHECK ((state = 'FAILED') = (failure IS NOT NULL))
);
CALL protect_tenant_table('message_mail');
CREATE INDEX message_mail_due ON message_mail (tenant_id, bulk, next_attempt_at, id)
  WHERE state = 'QUEUED';
CREATE INDEX message_mail_by_message ON message_mail (tenant_id, message_id)
  WHERE message_id IS NOT NULL;
-- How a message's mails are getting on is told from those that are not sent: of most messages these
-- are few.
CREATE INDEX message_mail_unsent ON message_mail (tenant_id, message_id) WHERE state <> 'SENT';

-- Which person learns of which message by which mail. A person is told of a message by one mail
-- only: this key says so.
CREATE TABLE message_mail_person (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  message_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Null: waits for the digest of the day.
  mail_id uuid,
  -- Read in time, or no mails wanted any more: no digest needed.
  skipped boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, message_id, user_id),
  FOREIGN KEY (tenant_id, message_id, user_id)
    REFERENCES message_recipient (tenant_id, message_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, mail_id) REFERENCES message_mail (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('message_mail_person');
CREATE INDEX message_mail_person_by_mail ON message_mail_person (tenant_id, mail_id)
  WHERE mail_id IS NOT NULL;
CREATE INDEX message_mail_person_waiting ON message_mail_person (tenant_id, user_id)
  WHERE mail_id IS NULL AND NOT skipped;
CREATE INDEX message_mail_person_unmailed ON message_mail_person (tenant_id, message_id)
  WHERE mail_id IS NULL;

-- Days whose digest has been made, in the club's calendar: made once, also by two processes and
-- over clock changes.
CREATE TABLE message_digest_day (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  day date NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, day),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('message_digest_day');

GRANT SELECT (tenant_id, state, next_attempt_at) ON message_mail TO vereinsheim_lookup;
CREATE POLICY lookup ON message_mail FOR SELECT TO vereinsheim_lookup USING (true);
GRANT SELECT (tenant_id, mail_id, skipped) ON message_mail_person TO vereinsheim_lookup;
CREATE POLICY lookup ON message_mail_person FOR SELECT TO vereinsheim_lookup USING (true);
