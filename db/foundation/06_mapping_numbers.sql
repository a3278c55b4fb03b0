-- The next number of a mapping in its club. Rows that arrived with their numbers, out of a file of
-- the club, count too.
CREATE OR REPLACE FUNCTION next_mapping_number() RETURNS int
  LANGUAGE plpgsql AS $$
DECLARE
  given int;
BEGIN
  INSERT INTO mapping_number (last)
  VALUES ((SELECT coalesce(max(m.id), 0) FROM mapping_config m) + 1)
  ON CONFLICT (tenant_id) DO UPDATE SET last = greatest(
    mapping_number.last, (SELECT coalesce(max(m.id), 0) FROM mapping_config m)) + 1
  RETURNING last INTO given;
  RETURN given;
END $$;
