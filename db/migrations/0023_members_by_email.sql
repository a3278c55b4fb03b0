-- Up Migration
-- The list sorted by e-mail address; the other index on it serves the search for duplicates.
CREATE INDEX member_by_email_in_order ON member (tenant_id, email, id) WHERE deleted_at IS NULL;
