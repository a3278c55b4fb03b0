-- Firms are members too: they have a last name only.
CREATE OR REPLACE FUNCTION full_name(first_name text, last_name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(first_name || ' ' || last_name);
