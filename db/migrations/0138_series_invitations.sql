-- Up Migration

-- Opens the page of all of a person's invitations to a series without login: 244 random bits, made
-- where the row is, since a series that is split copies its rows within the database.
ALTER TABLE series_invitee ADD public_id text NOT NULL
  DEFAULT translate(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
ALTER TABLE series_invitee ADD UNIQUE (tenant_id, public_id);
