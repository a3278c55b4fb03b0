-- Up Migration

-- Time, place and state of the event that an invited person was last notified of.
ALTER TABLE invitation RENAME COLUMN told TO notified_state;
