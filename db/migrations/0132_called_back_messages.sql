-- Up Migration

-- A message that its sender can still call back: nobody has received it. Until then its recipients
-- stand in a table of their own, so that no list, search or count of received messages can show
-- it early.
ALTER TABLE message ADD held_until timestamptz;

CREATE TABLE message_held_recipient (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  message_id uuid NOT NULL,
  user_id uuid NOT NULL,
  direct boolean NOT NULL,
  PRIMARY KEY (tenant_id, message_id, user_id),
  FOREIGN KEY (tenant_id, message_id) REFERENCES message (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES member (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX message_held_recipient_by_user ON message_held_recipient (tenant_id, user_id);
CALL protect_tenant_table('message_held_recipient');
