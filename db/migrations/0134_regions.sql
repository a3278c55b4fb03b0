-- Up Migration

-- The Land whose school holidays and public holidays are the club's; null: none were chosen.
ALTER TABLE tenant
  ADD COLUMN region text CHECK (region IN ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV',
    'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH'));
