-- Up Migration

-- Why an event does not take place, as its organiser says it.
ALTER TABLE event ADD cancel_reason text;
