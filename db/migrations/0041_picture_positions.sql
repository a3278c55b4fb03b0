-- Up Migration
-- Where a picture's bytes say on what spot of the earth it was taken: [offset, length, filling byte] each.
-- Null until somebody has looked; what is not looked at is not handed to viewers.
ALTER TABLE file_version ADD COLUMN position_spans jsonb;
