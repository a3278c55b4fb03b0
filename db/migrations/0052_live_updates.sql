-- Up Migration
-- Live updates: names up to 200 things, `*` where there are more. A thing without an id (a guest) counts without being named.
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  named text;
  number int;
  kind text := TG_ARGV[0];
  id_column text := coalesce(TG_ARGV[1], 'id');
BEGIN
  EXECUTE format('SELECT string_agg(id::text, '' ''), count(*) FROM (SELECT DISTINCT %I AS id FROM changed LIMIT 201) few', id_column) INTO named, number;
  IF number > 0 THEN
    PERFORM pg_notify('vereinsheim_change', concat_ws(' ', current_setting('app.tenant_id'), kind, CASE WHEN number > 200 THEN '*' ELSE named END));
  END IF;
  RETURN NULL;
END $$;

-- Under the member's id, so that the member concerned hears of it and their rights are read again at once.
DROP TRIGGER announce_insert ON membership;
DROP TRIGGER announce_update ON membership;
DROP TRIGGER announce_delete ON membership;
CALL announce_table_changes('membership', 'membership', 'member_id');
DROP TRIGGER announce_insert ON login;
DROP TRIGGER announce_update ON login;
DROP TRIGGER announce_delete ON login;
CALL announce_table_changes('login', 'login', 'member_id');
DROP TRIGGER announce_insert ON invitation;
DROP TRIGGER announce_update ON invitation;
DROP TRIGGER announce_delete ON invitation;
CALL announce_table_changes('invitation', 'invitation', 'user_id');

-- A log-in that ends is announced as well, under the member's id: tokens of it are refused everywhere from then on.
CREATE FUNCTION announce_ended_sessions() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  members text;
BEGIN
  SELECT string_agg(DISTINCT login.member_id::text, ' ') INTO members
  FROM (SELECT DISTINCT tenant_id, login_id FROM gone WHERE model = 'Session' LIMIT 200) ended JOIN login ON login.tenant_id = ended.tenant_id AND login.id = ended.login_id;
  IF members IS NOT NULL THEN
    PERFORM pg_notify('vereinsheim_change', concat_ws(' ', current_setting('app.tenant_id'), 'session', members));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER announce_ended_sessions AFTER DELETE ON oidc_record REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION announce_ended_sessions();
