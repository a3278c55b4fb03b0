-- True when what lies in this folder lies in the trash with it, or with a folder above.
CREATE OR REPLACE FUNCTION lies_in_trash(tenant uuid, folder uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  gone timestamptz;
BEGIN
  WHILE folder IS NOT NULL AND gone IS NULL LOOP
    SELECT deleted_at, parent_id INTO gone, folder
    FROM file_entry WHERE tenant_id = tenant AND id = folder;
  END LOOP;
  RETURN gone IS NOT NULL;
END $$;

-- Ids of entries of one share whose folded name contains every word, or whose text holds them all.
-- At most `most` of each: with so many hits the reader has to type more. What lies in the trash
-- with its folder takes no place among the hits.
CREATE OR REPLACE FUNCTION search_files(share uuid, words text[], forms text, most int)
  RETURNS TABLE (id uuid, in_name boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  names text;
  texts tsquery;
  beginnings text;
BEGIN
  SELECT
    coalesce(string_agg(format('search_name LIKE %L', '%' || word || '%'), ' AND '), 'false'),
    string_agg(quote_literal(word) || ':*', ' & ')
  INTO names, beginnings FROM unnest(words) AS word;
  texts := plainto_tsquery('german', forms);
  IF numnode(texts) = 0 THEN
    texts := to_tsquery('simple', coalesce(beginnings, ''));
  ELSE
    texts := texts || to_tsquery('simple', coalesce(beginnings, ''));
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT id, true FROM (
       SELECT id FROM file_entry
       WHERE tenant_id = $1 AND share_id = $2 AND deleted_at IS NULL AND id <> $2 AND %s
         AND NOT lies_in_trash($1, parent_id) LIMIT $3) named
     UNION ALL
     SELECT entry_id, false FROM (
       SELECT entry_id FROM file_text t
       WHERE tenant_id = $1 AND share_id = $2 AND words @@ $4
         AND EXISTS (
           SELECT FROM file_entry e
           WHERE e.tenant_id = $1 AND e.id = t.entry_id AND e.deleted_at IS NULL
             AND NOT lies_in_trash($1, e.parent_id) OFFSET 0)
       LIMIT $3) written', names)
  USING current_setting('app.tenant_id')::uuid, share, most, texts;
END $$;
ALTER FUNCTION search_files(uuid, text[], text, int) OWNER TO vereinsheim_search;

-- Ids of at most `most` entries of these shares whose names have all terms, as words of their own
-- first, then the latest (ids are ordered by time). Of very common words only some entries are
-- compared, the latest among them.
CREATE OR REPLACE FUNCTION find_entries(shares uuid[], terms text[], most int) RETURNS SETOF uuid
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  -- IS TRUE keeps the shares out of the index, which would be read once for each of them.
  readable text := '(share_id = ANY($2)) IS TRUE AND deleted_at IS NULL AND parent_id IS NOT NULL';
  conditions text := terms_condition('search_name', terms, ' -_.(');
  living text := '';
  compared int := 400;
  found uuid[];
  looked_at int;
BEGIN
  LOOP
    EXECUTE format(
      'WITH met AS MATERIALIZED (
         SELECT id, parent_id, search_name FROM file_entry
         WHERE tenant_id = $1 AND %1$s AND %2$s %4$s LIMIT $4),
       latest AS (
         SELECT id, parent_id, search_name FROM (
           SELECT id, search_name, share_id, parent_id, deleted_at FROM file_entry
           WHERE tenant_id = $1 ORDER BY id DESC LIMIT 20000) walked
         WHERE (SELECT count(*) FROM met) = $4 AND %1$s AND %2$s %4$s LIMIT $3)
       SELECT ARRAY(
         SELECT id FROM (
           SELECT id, parent_id FROM (
             SELECT id, parent_id, translate(search_name, '' -_.('', ''     '') AS name
             FROM (SELECT * FROM met UNION SELECT * FROM latest) found OFFSET 0) named
           ORDER BY %3$s, id DESC OFFSET 0) ranked
         WHERE NOT lies_in_trash($1, parent_id) LIMIT $3), (SELECT count(*) FROM met)',
      readable, conditions, terms_rank('name', terms), living)
    INTO found, looked_at USING current_setting('app.tenant_id')::uuid, shares, most, compared;
    -- Only where the first hundreds were mostly gone, every hit is asked where it lies.
    EXIT WHEN cardinality(found) >= most OR looked_at < compared OR living <> '';
    living := 'AND NOT lies_in_trash($1, parent_id)';
  END LOOP;
  RETURN QUERY SELECT unnest(found);
END $$;
ALTER FUNCTION find_entries(uuid[], text[], int) OWNER TO vereinsheim_search;

-- Ids of at most `most` files of these shares whose texts hold the words.
CREATE OR REPLACE FUNCTION find_texts(shares uuid[], wanted tsquery, most int) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT entry_id FROM file_text t
    WHERE tenant_id = current_setting('app.tenant_id')::uuid AND words @@ wanted
      AND (share_id = ANY(shares)) IS TRUE
      AND EXISTS (
        SELECT FROM file_entry e
        WHERE e.tenant_id = t.tenant_id AND e.id = t.entry_id AND e.deleted_at IS NULL
          AND NOT lies_in_trash(e.tenant_id, e.parent_id) OFFSET 0)
    LIMIT most
  $$;
ALTER FUNCTION find_texts(uuid[], tsquery, int) OWNER TO vereinsheim_search;
