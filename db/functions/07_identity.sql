-- A log-in that ends is announced, under the member's id: tokens of it are refused everywhere from
-- then on.
CREATE OR REPLACE FUNCTION announce_ended_sessions() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  members text;
BEGIN
  SELECT string_agg(DISTINCT login.member_id::text, ' ') INTO members
  FROM (SELECT DISTINCT tenant_id, login_id FROM gone WHERE model = 'Session' LIMIT 200) ended
  JOIN login ON login.tenant_id = ended.tenant_id AND login.id = ended.login_id;
  IF members IS NOT NULL THEN
    PERFORM pg_notify('vereinsheim_change',
      concat_ws(' ', current_setting('app.tenant_id'), 'session', members));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER announce_ended_sessions AFTER DELETE ON oidc_record
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION announce_ended_sessions();

-- Who has a log-in, and whether they may use it.
CREATE OR REPLACE VIEW member_login WITH (security_invoker = true) AS
  SELECT tenant_id, id, member_id, username, state FROM login;
GRANT SELECT ON member_login TO vereinsheim_app;
