-- Changes of logins. Passwords and counters are no part of the history.
CREATE OR REPLACE FUNCTION record_login_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  person text;
  gone boolean;
BEGIN
  SELECT full_name(first_name, last_name), anonymised_at IS NOT NULL INTO person, gone
  FROM member WHERE id = coalesce(NEW.member_id, OLD.member_id);
  -- The login of an anonymised member goes without leaving its name behind.
  IF gone THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM write_change(
      'LOGIN', NEW.id, coalesce(person, NEW.username), 'CREATE', NEW.member_id, NULL,
      '{}', jsonb_build_object('username', NEW.username, 'loginState', NEW.state));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_change(
      'LOGIN', OLD.id, coalesce(person, OLD.username), 'DELETE', OLD.member_id, NULL,
      jsonb_build_object('username', OLD.username, 'loginState', OLD.state), '{}');
  ELSE
    PERFORM write_change(
      'LOGIN', NEW.id, coalesce(person, NEW.username), 'UPDATE', NEW.member_id, NULL,
      jsonb_build_object('username', OLD.username, 'loginState', OLD.state),
      jsonb_build_object('username', NEW.username, 'loginState', NEW.state));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER record_insert AFTER INSERT ON login
  FOR EACH ROW EXECUTE FUNCTION record_login_change();
CREATE OR REPLACE TRIGGER record_update AFTER UPDATE OF username, state ON login
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_login_change();
CREATE OR REPLACE TRIGGER record_delete AFTER DELETE ON login
  FOR EACH ROW EXECUTE FUNCTION record_login_change();
