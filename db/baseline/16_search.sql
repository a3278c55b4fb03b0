-- Every word that stands somewhere in a club, for what is spelt nearly the same. A word may be in
-- here twice: were it unique, two transactions with the same new word would wait for each other.
-- Unused words are taken out at night. The list itself is never shown: it only
-- adds words to look for, and what is found obeys the rights.
CREATE TABLE search_word (
  tenant_id uuid NOT NULL DEFAULT current_setting('app.tenant_id')::uuid,
  word text COLLATE "C" NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (tenant_id, word, id),
  FOREIGN KEY (tenant_id) REFERENCES tenant ON DELETE CASCADE
);
CALL protect_tenant_table('search_word');
CREATE INDEX search_word_similar ON search_word USING gin (tenant_id, word gin_trgm_ops);
GRANT SELECT (tenant_id, word) ON search_word TO vereinsheim_search;
CREATE POLICY search ON search_word FOR SELECT TO vereinsheim_search USING (true);
