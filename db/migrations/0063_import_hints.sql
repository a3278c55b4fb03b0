-- Up Migration
-- The cells stay in the file, which is kept as long as the rows. What reading found worth a look stands beside its problems.
ALTER TABLE import_row DROP COLUMN cells;
ALTER TABLE import_row ADD COLUMN read_hints jsonb NOT NULL DEFAULT '[]';
