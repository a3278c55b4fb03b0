-- Up Migration
-- In the search of one share, too, what lies in the trash with its folder takes nobody's place among the hits.
CREATE OR REPLACE FUNCTION search_files(share uuid, words text[], forms text, most int) RETURNS TABLE (id uuid, in_name boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  names text;
  texts tsquery;
  beginnings text;
BEGIN
  SELECT coalesce(string_agg(format('search_name LIKE %L', '%' || word || '%'), ' AND '), 'false'), string_agg(quote_literal(word) || ':*', ' & ')
  INTO names, beginnings FROM unnest(words) AS word;
  texts := plainto_tsquery('german', forms);
  IF numnode(texts) = 0 THEN
    texts := to_tsquery('simple', coalesce(beginnings, ''));
  ELSE
    texts := texts || to_tsquery('simple', coalesce(beginnings, ''));
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT id, true FROM (
       SELECT id FROM file_entry WHERE tenant_id = $1 AND share_id = $2 AND deleted_at IS NULL AND id <> $2 AND %s AND NOT lies_in_trash($1, parent_id) LIMIT $3) named
     UNION ALL
     SELECT entry_id, false FROM (
       SELECT entry_id FROM file_text t WHERE tenant_id = $1 AND share_id = $2 AND words @@ $4
         AND EXISTS (SELECT FROM file_entry e WHERE e.tenant_id = $1 AND e.id = t.entry_id AND e.deleted_at IS NULL AND NOT lies_in_trash($1, e.parent_id) OFFSET 0)
       LIMIT $3) written', names)
  USING current_setting('app.tenant_id')::uuid, share, most, texts;
END $$;
