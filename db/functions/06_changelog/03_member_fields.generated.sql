-- Made from modules/members/fields.ts by `npm run db:generate`; not to be edited.

-- A member's fields by their names in the interface. Technical columns (search text, versions,
-- times) are left out. Without a sub-query of its own, so that PostgreSQL inlines it: it runs for
-- every row of an import.
CREATE OR REPLACE FUNCTION history_of_member(m member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN jsonb_build_object(
    'memberNumber', m.member_number,
    'salutation', m.salutation,
    'title', m.title,
    'firstname', m.first_name,
    'lastname', m.last_name,
    'email', m.email,
    'phone', m.phone,
    'mobile', m.mobile,
    'street', m.street,
    'addressAddition', m.address_addition,
    'postalCode', m.postal_code,
    'city', m.city,
    'country', m.country,
    'birthday', m.birthday,
    'gender', m.gender,
    'joinedOn', m.joined_on,
    'terminatedOn', m.terminated_on,
    'leftOn', m.left_on,
    'deceasedOn', m.deceased_on,
    'status', m.status,
    'accountHolder', m.account_holder,
    'iban', m.iban,
    'bic', m.bic,
    'mandateReference', m.mandate_reference,
    'notes', m.notes,
    'isAdmin', m.is_admin,
    'permissions', m.permissions,
    'messageMail', m.message_mail,
    'hasProfilePicture', m.picture_256 IS NOT NULL,
    'inTrash', m.deleted_at IS NOT NULL,
    'anonymised', m.anonymised_at IS NOT NULL
  ) || CASE WHEN m.custom_fields = '{}' THEN '{}'::jsonb
    ELSE history_of_own_fields(m.custom_fields) END;

-- A new member's entry, worked out in one go. What it says is what
-- changed_fields('{}', history_of_member(m)) says, which takes the record apart and puts it
-- together field by field; a test compares the two (changelog/server/revert/new-members.test.ts).
-- to_json() returns NULL for NULL, which leaves the field out.
CREATE OR REPLACE FUNCTION history_of_new_member(m member) RETURNS jsonb
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
    CASE WHEN m.permissions <> '{}'
      THEN '"permissions":{"old":null,"new":' || to_json(m.permissions) || '}' END,
    '"messageMail":{"old":null,"new":' || to_json(m.message_mail) || '}',
    CASE WHEN m.picture_256 IS NOT NULL THEN '"hasProfilePicture":{"old":null,"new":true}' END,
    CASE WHEN m.deleted_at IS NOT NULL THEN '"inTrash":{"old":null,"new":true}' END,
    CASE WHEN m.anonymised_at IS NOT NULL THEN '"anonymised":{"old":null,"new":true}' END
  ) || '}')::jsonb
    || CASE WHEN m.custom_fields = '{}' THEN '{}'::jsonb
      ELSE history_of_new_own_fields(m.custom_fields) END;

-- A changed member's entry, worked out by comparing columns: a value becomes JSON only where it
-- differs, instead of both records field by field. What it says is what
-- changed_fields(history_of_member(b), history_of_member(a)) says; the same test compares the two.
CREATE OR REPLACE FUNCTION history_of_changed_member(b member, a member) RETURNS jsonb
  LANGUAGE sql STABLE
  RETURN ('{' || concat_ws(',',
    CASE WHEN b.member_number IS DISTINCT FROM a.member_number
      THEN '"memberNumber":' || json_build_object(
        'old', b.member_number, 'new', a.member_number) END,
    CASE WHEN b.salutation IS DISTINCT FROM a.salutation
      THEN '"salutation":' || json_build_object('old', b.salutation, 'new', a.salutation) END,
    CASE WHEN b.title IS DISTINCT FROM a.title
      THEN '"title":' || json_build_object('old', b.title, 'new', a.title) END,
    CASE WHEN b.first_name IS DISTINCT FROM a.first_name
      THEN '"firstname":' || json_build_object('old', b.first_name, 'new', a.first_name) END,
    CASE WHEN b.last_name IS DISTINCT FROM a.last_name
      THEN '"lastname":' || json_build_object('old', b.last_name, 'new', a.last_name) END,
    CASE WHEN b.email IS DISTINCT FROM a.email
      THEN '"email":' || json_build_object('old', b.email, 'new', a.email) END,
    CASE WHEN b.phone IS DISTINCT FROM a.phone
      THEN '"phone":' || json_build_object('old', b.phone, 'new', a.phone) END,
    CASE WHEN b.mobile IS DISTINCT FROM a.mobile
      THEN '"mobile":' || json_build_object('old', b.mobile, 'new', a.mobile) END,
    CASE WHEN b.street IS DISTINCT FROM a.street
      THEN '"street":' || json_build_object('old', b.street, 'new', a.street) END,
    CASE WHEN b.address_addition IS DISTINCT FROM a.address_addition
      THEN '"addressAddition":' || json_build_object(
        'old', b.address_addition, 'new', a.address_addition) END,
    CASE WHEN b.postal_code IS DISTINCT FROM a.postal_code
      THEN '"postalCode":' || json_build_object('old', b.postal_code, 'new', a.postal_code) END,
    CASE WHEN b.city IS DISTINCT FROM a.city
      THEN '"city":' || json_build_object('old', b.city, 'new', a.city) END,
    CASE WHEN b.country IS DISTINCT FROM a.country
      THEN '"country":' || json_build_object('old', b.country, 'new', a.country) END,
    CASE WHEN b.birthday IS DISTINCT FROM a.birthday
      THEN '"birthday":' || json_build_object('old', b.birthday, 'new', a.birthday) END,
    CASE WHEN b.gender IS DISTINCT FROM a.gender
      THEN '"gender":' || json_build_object('old', b.gender, 'new', a.gender) END,
    CASE WHEN b.joined_on IS DISTINCT FROM a.joined_on
      THEN '"joinedOn":' || json_build_object('old', b.joined_on, 'new', a.joined_on) END,
    CASE WHEN b.terminated_on IS DISTINCT FROM a.terminated_on
      THEN '"terminatedOn":' || json_build_object(
        'old', b.terminated_on, 'new', a.terminated_on) END,
    CASE WHEN b.left_on IS DISTINCT FROM a.left_on
      THEN '"leftOn":' || json_build_object('old', b.left_on, 'new', a.left_on) END,
    CASE WHEN b.deceased_on IS DISTINCT FROM a.deceased_on
      THEN '"deceasedOn":' || json_build_object('old', b.deceased_on, 'new', a.deceased_on) END,
    CASE WHEN b.status IS DISTINCT FROM a.status
      THEN '"status":' || json_build_object('old', b.status, 'new', a.status) END,
    CASE WHEN b.account_holder IS DISTINCT FROM a.account_holder
      THEN '"accountHolder":' || json_build_object(
        'old', b.account_holder, 'new', a.account_holder) END,
    CASE WHEN b.iban IS DISTINCT FROM a.iban
      THEN '"iban":' || json_build_object('old', b.iban, 'new', a.iban) END,
    CASE WHEN b.bic IS DISTINCT FROM a.bic
      THEN '"bic":' || json_build_object('old', b.bic, 'new', a.bic) END,
    CASE WHEN b.mandate_reference IS DISTINCT FROM a.mandate_reference
      THEN '"mandateReference":' || json_build_object(
        'old', b.mandate_reference, 'new', a.mandate_reference) END,
    CASE WHEN b.notes IS DISTINCT FROM a.notes
      THEN '"notes":' || json_build_object('old', b.notes, 'new', a.notes) END,
    CASE WHEN b.is_admin IS DISTINCT FROM a.is_admin
      THEN '"isAdmin":' || json_build_object('old', b.is_admin, 'new', a.is_admin) END,
    CASE WHEN b.permissions IS DISTINCT FROM a.permissions
      THEN '"permissions":' || json_build_object('old', b.permissions, 'new', a.permissions) END,
    CASE WHEN b.message_mail IS DISTINCT FROM a.message_mail
      THEN '"messageMail":' || json_build_object('old', b.message_mail, 'new', a.message_mail) END,
    CASE WHEN (b.picture_256 IS NOT NULL) IS DISTINCT FROM (a.picture_256 IS NOT NULL)
      THEN '"hasProfilePicture":' || json_build_object(
        'old', b.picture_256 IS NOT NULL, 'new', a.picture_256 IS NOT NULL) END,
    CASE WHEN (b.deleted_at IS NOT NULL) IS DISTINCT FROM (a.deleted_at IS NOT NULL)
      THEN '"inTrash":' || json_build_object(
        'old', b.deleted_at IS NOT NULL, 'new', a.deleted_at IS NOT NULL) END,
    CASE WHEN (b.anonymised_at IS NOT NULL) IS DISTINCT FROM (a.anonymised_at IS NOT NULL)
      THEN '"anonymised":' || json_build_object(
        'old', b.anonymised_at IS NOT NULL, 'new', a.anonymised_at IS NOT NULL) END
  ) || '}')::jsonb
    || CASE WHEN b.custom_fields = a.custom_fields THEN '{}'::jsonb
      ELSE changed_fields(history_of_own_fields(b.custom_fields),
        history_of_own_fields(a.custom_fields)) END;
