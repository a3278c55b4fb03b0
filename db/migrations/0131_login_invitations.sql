-- Up Migration

-- When a log-in was offered last, and when its person is reminded once. Those invited before stay
-- empty: an upgrade sends no mail that nobody has asked for.
ALTER TABLE login
  ADD invited_at timestamptz,
  ADD invitation_reminder_on date;
CREATE INDEX login_invitation_reminder ON login (tenant_id, invitation_reminder_on)
  WHERE invitation_reminder_on IS NOT NULL;
