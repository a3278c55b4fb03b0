CREATE TABLE calendar (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  name text COLLATE german NOT NULL,
  color text NOT NULL,
  -- Unguessable address of the public feed; renewed on demand.
  ics_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT calendar_name UNIQUE (tenant_id, name),
  UNIQUE (tenant_id, ics_id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('calendar');
CALL announce_table_changes('calendar', 'calendar');

-- Who may use a calendar: everybody, a group with its sub-groups, or one member.
CREATE TABLE calendar_grant (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL DEFAULT time_ordered_uuid(),
  calendar_id uuid NOT NULL,
  subject text NOT NULL CHECK (subject IN ('ALL', 'GROUP', 'USER')),
  group_id uuid,
  user_id uuid,
  access text NOT NULL CHECK (access IN ('READ', 'WRITE')),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT calendar_grant_subject
    UNIQUE NULLS NOT DISTINCT (tenant_id, calendar_id, group_id, user_id),
  CHECK (
    (subject = 'GROUP') = (group_id IS NOT NULL)
    AND (subject = 'USER') = (user_id IS NOT NULL)),
  FOREIGN KEY (tenant_id, calendar_id) REFERENCES calendar (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, group_id) REFERENCES club_group (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('calendar_grant');
CALL announce_table_changes('calendar_grant', 'calendar', 'calendar_id');
CREATE INDEX calendar_grant_by_group ON calendar_grant (tenant_id, group_id)
  WHERE group_id IS NOT NULL;
CREATE INDEX calendar_grant_by_user ON calendar_grant (tenant_id, user_id)
  WHERE user_id IS NOT NULL;

-- A single event, a series (recurrence is set), or an occurrence of a series that differs from it
-- or is invited to (series_id and recurrence_start are set). The other occurrences of a series are
-- computed.
CREATE TABLE event (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  calendar_id uuid NOT NULL,
  -- Name of the event in iCalendar; a series and its occurrences share it.
  uid text NOT NULL,
  -- Counts changes that those who have taken the event over must learn of (RFC 5545 SEQUENCE).
  sequence int NOT NULL DEFAULT 0,
  title text COLLATE german NOT NULL,
  description text,
  location text COLLATE german,
  meet_at timestamptz,
  starts_at timestamptz NOT NULL,
  -- Exclusive. All-day: the club's midnight after the last day.
  ends_at timestamptz NOT NULL,
  all_day boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'CONFIRMED' CHECK (status IN ('CONFIRMED', 'CANCELLED')),
  -- RRULE without its name.
  recurrence text,
  -- Random; part of the ids of computed occurrences.
  series_key text,
  -- End of the last occurrence; null: endless.
  series_ends_at timestamptz,
  exdates timestamptz[] NOT NULL DEFAULT '{}',
  series_id uuid,
  -- When the rule has this occurrence begin.
  recurrence_start timestamptz,
  -- Settings of the answers; null allow_comment: none were made.
  answer_deadline timestamptz,
  answer_maximum int CHECK (answer_maximum > 0),
  allow_comment boolean,
  allow_companions boolean,
  waiting_list boolean,
  -- Found apart, so that a period need not look back a year for what still runs.
  is_long boolean NOT NULL GENERATED ALWAYS AS (ends_at - starts_at > interval '8 days') STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid,
  version int NOT NULL DEFAULT 1,
  -- Title and place as they are compared, filled by a trigger.
  search_text text,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT event_uid UNIQUE NULLS NOT DISTINCT (tenant_id, calendar_id, uid, recurrence_start),
  CONSTRAINT event_series_key UNIQUE (tenant_id, series_key),
  CONSTRAINT event_occurrence UNIQUE (tenant_id, series_id, recurrence_start),
  CHECK (ends_at >= starts_at),
  CHECK ((recurrence IS NULL) = (series_key IS NULL)),
  CHECK ((series_id IS NULL) = (recurrence_start IS NULL)),
  CHECK (series_id IS NULL OR recurrence IS NULL),
  FOREIGN KEY (tenant_id, calendar_id) REFERENCES calendar (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, series_id) REFERENCES event (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES member (tenant_id, id)
    ON DELETE SET NULL (created_by),
  FOREIGN KEY (tenant_id, updated_by) REFERENCES member (tenant_id, id)
    ON DELETE SET NULL (updated_by)
);
CALL protect_tenant_table('event');
CALL announce_table_changes('event', 'event');
CREATE INDEX event_by_start ON event (tenant_id, calendar_id, starts_at)
  WHERE recurrence IS NULL AND NOT is_long;
CREATE INDEX event_long ON event (tenant_id, calendar_id, ends_at)
  WHERE recurrence IS NULL AND is_long;
CREATE INDEX event_series ON event (tenant_id, calendar_id, starts_at) WHERE recurrence IS NOT NULL;
CREATE INDEX event_search ON event USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX event_created_by ON event (tenant_id, created_by) WHERE created_by IS NOT NULL;
CREATE INDEX event_updated_by ON event (tenant_id, updated_by) WHERE updated_by IS NOT NULL;

GRANT SELECT (tenant_id, id, calendar_id, starts_at, ends_at, recurrence, series_ends_at, is_long,
  search_text) ON event TO vereinsheim_search;
CREATE POLICY search ON event FOR SELECT TO vereinsheim_search USING (true);

-- A member's own feed: unguessable address of everything they may see, with their answers.
CREATE TABLE calendar_feed (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  user_id uuid NOT NULL,
  ics_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT calendar_feed_ics_id UNIQUE (tenant_id, ics_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('calendar_feed');
CALL announce_table_changes('calendar_feed', 'calendar_feed', 'user_id');
