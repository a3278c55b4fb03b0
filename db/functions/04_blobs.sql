-- Which of these keys have no row, whatever the tenant.
CREATE OR REPLACE FUNCTION orphaned_blob_keys(stored text[])
  RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT given.key FROM unnest(stored) AS given (key)
    WHERE NOT EXISTS (SELECT FROM blob WHERE blob.key = given.key)
  $$;
ALTER FUNCTION orphaned_blob_keys(text[]) OWNER TO vereinsheim_lookup;
