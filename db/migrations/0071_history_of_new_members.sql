-- Up Migration
-- A new member's entry in the history, worked out in one go. What it says is what
-- changed_fields('{}', history_of_member(m)) says, which takes the record apart and puts it together field by field; a test
-- compares the two (modules/changelog/server/new-members.test.ts).
CREATE FUNCTION history_of_new_own_fields(custom_fields jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE
  RETURN changed_fields('{}', history_of_own_fields(custom_fields));

-- to_json() answers NULL for NULL, which leaves the field out.
CREATE FUNCTION history_of_new_member(m member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN ('{' || concat_ws(',',
    '"memberNumber":{"old":null,"new":' || to_json(m.member_number) || '}',
    '"salutation":{"old":null,"new":' || to_json(m.salutation) || '}',
    '"title":{"old":null,"new":' || to_json(m.title) || '}',
    '"firstname":{"old":null,"new":' || to_json(m.first_name) || '}',
    '"lastname":{"old":null,"new":' || to_json(m.last_name) || '}',
    '"email":{"old":null,"new":' || to_json(m.email) || '}',
    '"phone":{"old":null,"new":' || to_json(m.phone) || '}',
    '"mobile":{"old":null,"new":' || to_json(m.mobile) || '}',
    '"street":{"old":null,"new":' || to_json(m.street) || '}',
    '"addressAddition":{"old":null,"new":' || to_json(m.address_addition) || '}',
    '"postalCode":{"old":null,"new":' || to_json(m.postal_code) || '}',
    '"city":{"old":null,"new":' || to_json(m.city) || '}',
    '"country":{"old":null,"new":' || to_json(m.country) || '}',
    '"birthday":{"old":null,"new":' || to_json(m.birthday) || '}',
    '"gender":{"old":null,"new":' || to_json(m.gender) || '}',
    '"joinedOn":{"old":null,"new":' || to_json(m.joined_on) || '}',
    '"terminatedOn":{"old":null,"new":' || to_json(m.terminated_on) || '}',
    '"leftOn":{"old":null,"new":' || to_json(m.left_on) || '}',
    '"deceasedOn":{"old":null,"new":' || to_json(m.deceased_on) || '}',
    '"status":{"old":null,"new":' || to_json(m.status) || '}',
    '"accountHolder":{"old":null,"new":' || to_json(m.account_holder) || '}',
    '"iban":{"old":null,"new":' || to_json(m.iban) || '}',
    '"bic":{"old":null,"new":' || to_json(m.bic) || '}',
    '"mandateReference":{"old":null,"new":' || to_json(m.mandate_reference) || '}',
    '"notes":{"old":null,"new":' || to_json(m.notes) || '}',
    CASE WHEN m.is_admin THEN '"isAdmin":{"old":null,"new":true}' END,
    CASE WHEN m.permissions <> '{}' THEN '"permissions":{"old":null,"new":' || to_json(m.permissions) || '}' END,
    '"messageMail":{"old":null,"new":' || to_json(m.message_mail) || '}',
    CASE WHEN m.picture_256 IS NOT NULL THEN '"hasProfilePicture":{"old":null,"new":true}' END,
    CASE WHEN m.deleted_at IS NOT NULL THEN '"inTrash":{"old":null,"new":true}' END,
    CASE WHEN m.anonymised_at IS NOT NULL THEN '"anonymised":{"old":null,"new":true}' END
  ) || '}')::jsonb || CASE WHEN m.custom_fields = '{}' THEN '{}'::jsonb ELSE history_of_new_own_fields(m.custom_fields) END;

CREATE OR REPLACE FUNCTION record_created_members() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  actor jsonb := current_actor();
  actor_id uuid := actor ->> 'userId';
  actor_name text := actor ->> 'name';
  actor_kind text := actor ->> 'kind';
  way text := actor ->> 'way';
  run uuid := actor ->> 'importRunId';
BEGIN
  INSERT INTO change (actor_id, actor_name, actor_kind, way, import_run_id, record_type, record_id, record_name, operation, member_id, fields)
  SELECT actor_id, actor_name, actor_kind, way, run, 'USER', m.id, full_name(m.first_name, m.last_name), 'CREATE', m.id, history_of_new_member(m)
  FROM created m;
  RETURN NULL;
END $$;
