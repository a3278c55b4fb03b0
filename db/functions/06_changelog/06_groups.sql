CREATE OR REPLACE FUNCTION history_of_group(g club_group) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN jsonb_build_object(
    'name', g.name, 'parentId', g.parent_id, 'description', g.description, 'color', g.color,
    'permissions', to_jsonb(g.permissions), 'forNewMembers', g.for_new_members);

CREATE OR REPLACE FUNCTION record_group_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM write_change(
      'GROUP', NEW.id, NEW.name, 'CREATE', NULL, NEW.id, '{}', history_of_group(NEW));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM write_change(
      'GROUP', OLD.id, OLD.name, 'DELETE', NULL, OLD.id, history_of_group(OLD), '{}');
  ELSE
    PERFORM write_change(
      'GROUP', NEW.id, NEW.name, 'UPDATE', NULL, NEW.id, history_of_group(OLD),
      history_of_group(NEW));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER record_insert AFTER INSERT ON club_group
  FOR EACH ROW EXECUTE FUNCTION record_group_change();
CREATE OR REPLACE TRIGGER record_update AFTER UPDATE ON club_group
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION record_group_change();
CREATE OR REPLACE TRIGGER record_delete AFTER DELETE ON club_group
  FOR EACH ROW EXECUTE FUNCTION record_group_change();

CREATE OR REPLACE VIEW present_group WITH (security_invoker = true) AS
  SELECT g.tenant_id, g.id, history_of_group(g) AS present FROM club_group g;
GRANT SELECT ON present_group TO vereinsheim_app;
