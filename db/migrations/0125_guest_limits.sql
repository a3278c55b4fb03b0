-- Up Migration

-- How many people outside of the club an organiser can have mailed.
ALTER TABLE tenant
  ADD COLUMN guests_per_event int NOT NULL DEFAULT 200 CHECK (guests_per_event BETWEEN 0 AND 5000),
  ADD COLUMN guests_per_day int NOT NULL DEFAULT 200 CHECK (guests_per_day BETWEEN 0 AND 5000);

-- Guests whom a member invited on a day. Not counted from the invitations: those that were deleted
-- again have been mailed all the same.
CREATE TABLE guest_invitation_count (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  member_id uuid NOT NULL,
  day date NOT NULL,
  count int NOT NULL,
  PRIMARY KEY (tenant_id, member_id, day),
  FOREIGN KEY (tenant_id, member_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('guest_invitation_count');
