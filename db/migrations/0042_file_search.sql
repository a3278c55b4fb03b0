-- Up Migration
-- Names of entries as the search compares them: lower case, without accents, ae/oe/ue like the umlauts they may stand
-- for. The same rules as for members (platform/contract/fold.ts), in SQL so that no way of naming can forget them.
CREATE FUNCTION folded_name(name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(
    regexp_replace(replace(lower(normalize(name COLLATE german, NFKD)), 'ß', 'ss') COLLATE "C", '[\u0300-\u036f''’‘`´]', '', 'g'),
    '([aou])e+', '\1', 'g');

ALTER TABLE file_entry ADD COLUMN search_name text GENERATED ALWAYS AS (folded_name(name)) STORED;
CREATE INDEX file_entry_search ON file_entry USING gin (tenant_id, share_id, search_name gin_trgm_ops) WHERE deleted_at IS NULL;

-- The words inside the current version of a file.
CREATE TABLE file_text (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  entry_id uuid NOT NULL,
  share_id uuid NOT NULL,
  version int NOT NULL,
  content text NOT NULL,
  -- German word forms, and the folded words as they stand.
  words tsvector NOT NULL,
  PRIMARY KEY (tenant_id, entry_id),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES file_entry (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, share_id) REFERENCES file_share (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX file_text_by_share ON file_text (tenant_id, share_id);
CREATE INDEX file_text_search ON file_text USING gin (tenant_id, share_id, words);
CALL protect_tenant_table('file_text');

GRANT SELECT (tenant_id, id, share_id, search_name, deleted_at) ON file_entry TO vereinsheim_search;
CREATE POLICY search ON file_entry FOR SELECT TO vereinsheim_search USING (true);
GRANT SELECT (tenant_id, entry_id, share_id, words) ON file_text TO vereinsheim_search;
CREATE POLICY search ON file_text FOR SELECT TO vereinsheim_search USING (true);

-- Ids of entries of one share whose folded name contains every word, or whose text holds them all. At most `most` of
-- each: whoever finds so many has to write more.
CREATE FUNCTION search_files(share uuid, words text[], forms text, most int) RETURNS TABLE (id uuid, in_name boolean)
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
    'SELECT id, true FROM (SELECT id FROM file_entry WHERE tenant_id = $1 AND share_id = $2 AND deleted_at IS NULL AND id <> $2 AND %s LIMIT $3) named
     UNION ALL
     SELECT entry_id, false FROM (SELECT entry_id FROM file_text WHERE tenant_id = $1 AND share_id = $2 AND words @@ $4 LIMIT $3) written', names)
  USING current_setting('app.tenant_id')::uuid, share, most, texts;
END $$;
ALTER FUNCTION search_files(uuid, text[], text, int) OWNER TO vereinsheim_search;
