-- Up Migration
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
