-- Up Migration
-- Members change by the thousand as well (imports, an import taken back). Their entries in the history are worked out by
-- comparing columns: a value becomes JSON only where it differs, instead of both records field by field. What it says is
-- what changed_fields(history_of_member(b), history_of_member(a)) says; a test compares the two
-- (modules/changelog/server/new-members.test.ts).
CREATE FUNCTION history_of_changed_member(b member, a member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN ('{' || concat_ws(',',
    CASE WHEN b.member_number IS DISTINCT FROM a.member_number THEN '"memberNumber":' || json_build_object('old', b.member_number, 'new', a.member_number) END,
    CASE WHEN b.salutation IS DISTINCT FROM a.salutation THEN '"salutation":' || json_build_object('old', b.salutation, 'new', a.salutation) END,
    CASE WHEN b.title IS DISTINCT FROM a.title THEN '"title":' || json_build_object('old', b.title, 'new', a.title) END,
    CASE WHEN b.first_name IS DISTINCT FROM a.first_name THEN '"firstname":' || json_build_object('old', b.first_name, 'new', a.first_name) END,
    CASE WHEN b.last_name IS DISTINCT FROM a.last_name THEN '"lastname":' || json_build_object('old', b.last_name, 'new', a.last_name) END,
    CASE WHEN b.email IS DISTINCT FROM a.email THEN '"email":' || json_build_object('old', b.email, 'new', a.email) END,
    CASE WHEN b.phone IS DISTINCT FROM a.phone THEN '"phone":' || json_build_object('old', b.phone, 'new', a.phone) END,
    CASE WHEN b.mobile IS DISTINCT FROM a.mobile THEN '"mobile":' || json_build_object('old', b.mobile, 'new', a.mobile) END,
    CASE WHEN b.street IS DISTINCT FROM a.street THEN '"street":' || json_build_object('old', b.street, 'new', a.street) END,
    CASE WHEN b.address_addition IS DISTINCT FROM a.address_addition
      THEN '"addressAddition":' || json_build_object('old', b.address_addition, 'new', a.address_addition) END,
    CASE WHEN b.postal_code IS DISTINCT FROM a.postal_code THEN '"postalCode":' || json_build_object('old', b.postal_code, 'new', a.postal_code) END,
    CASE WHEN b.city IS DISTINCT FROM a.city THEN '"city":' || json_build_object('old', b.city, 'new', a.city) END,
    CASE WHEN b.country IS DISTINCT FROM a.country THEN '"country":' || json_build_object('old', b.country, 'new', a.country) END,
    CASE WHEN b.birthday IS DISTINCT FROM a.birthday THEN '"birthday":' || json_build_object('old', b.birthday, 'new', a.birthday) END,
    CASE WHEN b.gender IS DISTINCT FROM a.gender THEN '"gender":' || json_build_object('old', b.gender, 'new', a.gender) END,
    CASE WHEN b.joined_on IS DISTINCT FROM a.joined_on THEN '"joinedOn":' || json_build_object('old', b.joined_on, 'new', a.joined_on) END,
    CASE WHEN b.terminated_on IS DISTINCT FROM a.terminated_on
      THEN '"terminatedOn":' || json_build_object('old', b.terminated_on, 'new', a.terminated_on) END,
    CASE WHEN b.left_on IS DISTINCT FROM a.left_on THEN '"leftOn":' || json_build_object('old', b.left_on, 'new', a.left_on) END,
    CASE WHEN b.deceased_on IS DISTINCT FROM a.deceased_on THEN '"deceasedOn":' || json_build_object('old', b.deceased_on, 'new', a.deceased_on) END,
    CASE WHEN b.status IS DISTINCT FROM a.status THEN '"status":' || json_build_object('old', b.status, 'new', a.status) END,
    CASE WHEN b.account_holder IS DISTINCT FROM a.account_holder
      THEN '"accountHolder":' || json_build_object('old', b.account_holder, 'new', a.account_holder) END,
    CASE WHEN b.iban IS DISTINCT FROM a.iban THEN '"iban":' || json_build_object('old', b.iban, 'new', a.iban) END,
    CASE WHEN b.bic IS DISTINCT FROM a.bic THEN '"bic":' || json_build_object('old', b.bic, 'new', a.bic) END,
    CASE WHEN b.mandate_reference IS DISTINCT FROM a.mandate_reference
      THEN '"mandateReference":' || json_build_object('old', b.mandate_reference, 'new', a.mandate_reference) END,
    CASE WHEN b.notes IS DISTINCT FROM a.notes THEN '"notes":' || json_build_object('old', b.notes, 'new', a.notes) END,
    CASE WHEN b.is_admin IS DISTINCT FROM a.is_admin THEN '"isAdmin":' || json_build_object('old', b.is_admin, 'new', a.is_admin) END,
    CASE WHEN b.permissions IS DISTINCT FROM a.permissions THEN '"permissions":' || json_build_object('old', b.permissions, 'new', a.permissions) END,
    CASE WHEN b.message_mail IS DISTINCT FROM a.message_mail THEN '"messageMail":' || json_build_object('old', b.message_mail, 'new', a.message_mail) END,
    CASE WHEN (b.picture_256 IS NULL) <> (a.picture_256 IS NULL)
      THEN '"hasProfilePicture":' || json_build_object('old', b.picture_256 IS NOT NULL, 'new', a.picture_256 IS NOT NULL) END,
    CASE WHEN (b.deleted_at IS NULL) <> (a.deleted_at IS NULL)
      THEN '"inTrash":' || json_build_object('old', b.deleted_at IS NOT NULL, 'new', a.deleted_at IS NOT NULL) END,
    CASE WHEN (b.anonymised_at IS NULL) <> (a.anonymised_at IS NULL)
      THEN '"anonymised":' || json_build_object('old', b.anonymised_at IS NOT NULL, 'new', a.anonymised_at IS NOT NULL) END
  ) || '}')::jsonb || CASE WHEN b.custom_fields = a.custom_fields THEN '{}'::jsonb
    ELSE changed_fields(history_of_own_fields(b.custom_fields), history_of_own_fields(a.custom_fields)) END;

CREATE OR REPLACE FUNCTION record_changed_members() RETURNS trigger
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
  SELECT actor_id, actor_name, actor_kind, way, run, 'USER', after.id, full_name(after.first_name, after.last_name), 'UPDATE', after.id, f.fields
  FROM before JOIN after ON after.tenant_id = before.tenant_id AND after.id = before.id CROSS JOIN LATERAL (
    -- Of an anonymised member the values that go must not come to rest here.
    SELECT CASE WHEN before.anonymised_at IS NULL AND after.anonymised_at IS NOT NULL THEN '{"anonymised": {"old": false, "new": true}}'
      ELSE history_of_changed_member(before, after) END AS fields
    -- Keeps the planner from working it out twice, for the condition and for the row.
    OFFSET 0
  ) f
  WHERE f.fields <> '{}'
  ON CONFLICT ON CONSTRAINT change_one_per_save DO UPDATE SET
    fields = joined_changes(change.fields, EXCLUDED.fields), record_name = EXCLUDED.record_name;
  RETURN NULL;
END $$;

-- Words of the search, of a change: only texts that differ can hold new ones. Most changes (an address, a day, the trash)
-- leave what is searched as it was.
CREATE FUNCTION remember_changed_words() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO search_word (tenant_id, word)
     SELECT tenant_id, word FROM (
       SELECT DISTINCT tenant_id, word COLLATE "C" AS word FROM (SELECT tenant_id, %1$s AS words FROM changed EXCEPT SELECT tenant_id, %1$s FROM before) differing
       CROSS JOIN %2$s AS word) new
     WHERE word ~ ''^[a-z\u00e0-\uffff]{4,24}$'' AND NOT EXISTS (SELECT FROM search_word known WHERE known.tenant_id = new.tenant_id AND known.word = new.word)',
    TG_ARGV[0],
    CASE TG_ARGV[1] WHEN 'lexemes' THEN 'unnest(tsvector_to_array(words))' ELSE 'regexp_split_to_table(words, ''[^a-z\u00e0-\uffff]+'')' END);
  RETURN NULL;
END $$;
DROP TRIGGER remember_updated ON member;
CREATE TRIGGER remember_updated AFTER UPDATE ON member REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION remember_changed_words('search_text', 'text');
