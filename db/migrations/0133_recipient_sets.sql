-- Up Migration

-- Recipients by what they are: leaders, a function, a view, those invited to an event. A message
-- keeps what was chosen so that it can be sent once more; a filter only as long as the message can
-- be called back, because its words can be a name.
ALTER TABLE message_draft ADD recipient_sets jsonb NOT NULL DEFAULT '[]';
ALTER TABLE message_group ADD recipient_set jsonb;
