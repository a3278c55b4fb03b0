-- One person invited to one event: a member, or a guest by e-mail address.
CREATE TABLE invitation (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  event_id uuid NOT NULL,
  user_id uuid,
  guest_name text COLLATE german,
  -- Null once the guest is forgotten.
  guest_email text,
  -- Opens the page without login: 144 random bits.
  public_id text NOT NULL,
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'ACCEPTED', 'DECLINED', 'WAITING')),
  -- Order of the waiting list; given under the event's lock, ascending.
  waiting_number int,
  comment text,
  companions int NOT NULL DEFAULT 0 CHECK (companions BETWEEN 0 AND 50),
  invited_at timestamptz NOT NULL DEFAULT now(),
  reminded_at timestamptz,
  answered_at timestamptz,
  -- The organiser who answered for them; null: they did themselves.
  answered_by uuid,
  -- Time, place and state of the event as this person knows them; what differs is told by mail.
  told jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, public_id),
  CONSTRAINT invitation_of_member UNIQUE (tenant_id, event_id, user_id),
  CHECK ((user_id IS NULL) <> (guest_name IS NULL)),
  CHECK (guest_email IS NULL OR user_id IS NULL),
  CHECK ((state = 'WAITING') = (waiting_number IS NOT NULL)),
  FOREIGN KEY (tenant_id, event_id) REFERENCES event (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, answered_by) REFERENCES member (tenant_id, id)
    ON DELETE SET NULL (answered_by)
);
CALL protect_tenant_table('invitation');
-- Under the member's id, so that the member concerned hears of it.
CALL announce_table_changes('invitation', 'invitation', 'user_id');
CREATE UNIQUE INDEX invitation_of_guest ON invitation (tenant_id, event_id, lower(guest_email))
  WHERE guest_email IS NOT NULL;
CREATE INDEX invitation_by_user ON invitation (tenant_id, user_id, event_id)
  WHERE user_id IS NOT NULL;
CREATE INDEX invitation_by_answerer ON invitation (tenant_id, answered_by)
  WHERE answered_by IS NOT NULL;
CREATE INDEX invitation_waiting ON invitation (tenant_id, event_id, waiting_number)
  WHERE state = 'WAITING';
CREATE INDEX invitation_of_guests ON invitation (tenant_id, event_id) WHERE guest_email IS NOT NULL;

-- Who is invited to every occurrence of a series. Occurrences are far and many: invitations are
-- made for those of the coming weeks, a daily job goes on from there.
CREATE TABLE series_invitee (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  id uuid NOT NULL,
  series_id uuid NOT NULL,
  user_id uuid,
  guest_name text COLLATE german,
  guest_email text,
  -- Occurrences beginning before this have been invited to.
  invited_until timestamptz NOT NULL,
  invited_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT series_invitee_member UNIQUE (tenant_id, series_id, user_id),
  CHECK ((user_id IS NULL) <> (guest_name IS NULL)),
  FOREIGN KEY (tenant_id, series_id) REFERENCES event (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('series_invitee');
CREATE UNIQUE INDEX series_invitee_guest
  ON series_invitee (tenant_id, series_id, lower(guest_email)) WHERE guest_email IS NOT NULL;
CREATE INDEX series_invitee_by_user ON series_invitee (tenant_id, user_id)
  WHERE user_id IS NOT NULL;
