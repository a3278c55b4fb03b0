-- Statement trigger: tells every single person concerned, however many, in notes of a size that
-- PostgreSQL carries.
CREATE OR REPLACE FUNCTION announce_to_each() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('vereinsheim_change',
    concat_ws(' ', current_setting('app.tenant_id'), TG_ARGV[0], ids))
  FROM (
    SELECT string_agg(user_id::text, ' ') AS ids
    FROM (
      SELECT user_id, row_number() OVER () / 150 AS part
      FROM (SELECT DISTINCT user_id FROM changed) people) parts
    GROUP BY part
  ) notes;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER announce_insert AFTER INSERT ON message_recipient
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_to_each('message');
CREATE OR REPLACE TRIGGER announce_update AFTER UPDATE ON message_recipient
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_to_each('message');

-- Clubs with mails that should be on their way, and clubs where messages wait for a digest.
CREATE OR REPLACE FUNCTION tenants_with_overdue_mails() RETURNS TABLE (id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT DISTINCT tenant_id FROM message_mail
    WHERE state = 'QUEUED' AND next_attempt_at < now() - interval '1 minute'
  $$;
ALTER FUNCTION tenants_with_overdue_mails() OWNER TO vereinsheim_lookup;

CREATE OR REPLACE FUNCTION tenants_awaiting_digests() RETURNS TABLE (id uuid, time_zone text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
    SELECT tenant.tenant_id, tenant.time_zone FROM tenant
    WHERE state = 'ACTIVE' AND EXISTS (
      SELECT FROM message_mail_person p
      WHERE p.tenant_id = tenant.tenant_id AND p.mail_id IS NULL AND NOT p.skipped)
  $$;
ALTER FUNCTION tenants_awaiting_digests() OWNER TO vereinsheim_lookup;
