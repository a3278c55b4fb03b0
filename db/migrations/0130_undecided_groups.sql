-- Up Migration

-- Rows in which nothing is wrong but that somebody has to say what a group of theirs means. A column
-- and no kind of its own, so that the version before reads them as what they were: faulty.
ALTER TABLE import_row ADD undecided boolean NOT NULL DEFAULT false;
ALTER TABLE import_run ADD undecided_count int NOT NULL DEFAULT 0;
