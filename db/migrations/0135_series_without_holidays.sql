-- Up Migration

-- Whether a series leaves out school holidays and public holidays, and the beginnings that it leaves
-- out for them: a part of `exdates`, so that whoever reads those needs to know nothing of holidays.
ALTER TABLE event
  ADD COLUMN leaves_out_holidays boolean NOT NULL DEFAULT false,
  ADD COLUMN holiday_exdates timestamptz[] NOT NULL DEFAULT '{}';
