import { FIELD_KEYS, fieldOf } from "#modules/members/contract.ts";

/** What was decided about a column that can hold something about a person. */
export interface Decision {
  /** Section of the person's file that tells it, or why none does. */
  file: { section: string } | { none: string };
  /**
   * Why a member's id or words may still stand there after the person was anonymised; null: they
   * may not.
   */
  left: string | null;
}

const NAMELESS =
  "The id leads to a record without a name; counts and order of what happened stay right.";
const NO_PERSON = "Settings and technical notes, about no person.";
const IN_OTHERS = "Words about a record; who it belongs to is told by the columns beside it.";

function inFile(
  section: string,
  columns: string,
  left: string | null = null,
): [string, Decision][] {
  return columns.split(" ").map((column) => [column, { file: { section }, left }]);
}
function notInFile(
  none: string,
  columns: string,
  left: string | null = null,
): [string, Decision][] {
  return columns.split(" ").map((column) => [column, { file: { none }, left }]);
}

/**
 * Every column found by `personalColumns` has a line here; a new one without fails the test until
 * a decision is written here.
 */
export const DECISIONS: ReadonlyMap<string, Decision> = new Map([
  ...inFile(
    "stammdaten",
    FIELD_KEYS.map((field) => `member.${fieldOf(field).column}`).join(" "),
    NAMELESS,
  ),
  ...inFile(
    "stammdaten",
    `member.custom_fields member.deleted_at member.deleted_by_id member.deleted_by_system
     member.is_admin member.message_mail member.permissions member.created_at member.updated_at
     member.updated_by_id member.updated_by_system membership.member_id`.replaceAll(/\s+/g, " "),
    NAMELESS,
  ),
  ...notInFile(
    "The picture itself lies in the archive.",
    "member.picture_64 member.picture_256 member.picture_512",
  ),
  ...notInFile(
    "Made from the name and other fields, for search and sorting.",
    "member.name_sound member.search_text member.birthday_in_year member.joined_in_year",
  ),
  ...notInFile(
    "Of the record, not of the person.",
    "member.id member.version member.anonymised_at",
    NAMELESS,
  ),

  ...inFile(
    "zugang",
    "login.member_id login.id login.username login_passkey.login_id login_totp.login_id login_recovery_code.login_id login_action_token.login_id",
  ),
  ...inFile("zugang", "oidc_record.login_id oidc_record.user_agent oidc_record.payload"),
  ...notInFile(
    "What a Keycloak has yet to be told of the login, which is in the file; gone once it was told.",
    "keycloak_user.login_id keycloak_user.member_id keycloak_user.user_id",
  ),
  ...inFile("ansichten", "member_view.owner_id member_view.parameters"),

  ...inFile("historie", "change.member_id change.record_id change.actor_id", NAMELESS),
  ...inFile("historie", "change.record_name change.fields change.actor_name"),
  ...notInFile(IN_OTHERS, "change.actor_kind change.group_id change.import_run_id"),

  ...inFile("kalender", "calendar_grant.user_id event.created_by event.updated_by"),
  ...inFile("kalender-abo", "calendar_feed.user_id"),
  ...inFile("einladungen", "invitation.user_id invitation.answered_by", NAMELESS),
  ...inFile("einladungen", "invitation.comment series_invitee.user_id"),
  ...inFile(
    "einladungen",
    "invitation.guest_email",
    "Guests are people of their own; half a year after the event they are forgotten.",
  ),
  ...notInFile(
    "A guest is told by the address; a name may be shared by many.",
    "invitation.guest_name series_invitee.guest_name series_invitee.guest_email",
  ),
  ...notInFile(
    "Which changes of the event an invited person has been told.",
    "invitation.notified_state",
  ),

  ...notInFile(
    "How many guests a member invited on a day, kept for two days.",
    "guest_invitation_count.member_id",
    NAMELESS,
  ),

  ...inFile(
    "dateien",
    "file_version.modified_by file_version.modified_by_name file_share_grant.user_id",
  ),
  ...inFile("dateien", "file_upload.user_id", "What did not arrive is removed after a day."),
  ...inFile("dateien", "file_entry.deleted_by file_entry.deleted_by_name"),
  ...notInFile(
    "The same as of the file's last version.",
    "file_entry.modified_by file_entry.modified_by_name",
  ),
  ...notInFile("Where in a picture its position stands, in bytes.", "file_version.position_spans"),
  ...notInFile(
    "Files chosen for one download, kept for minutes; by whom is not kept.",
    "file_selection.entry_ids",
  ),

  ...inFile(
    "nachrichten",
    "message.sender_id message.sender_first_name message.sender_last_name message_recipient.user_id message_draft.owner_id",
  ),
  ...inFile("nachrichten", "message_mail_person.user_id message_mail.address"),
  ...notInFile(
    "Who will receive a message that its sender can still call back: gone within a minute.",
    "message_held_recipient.user_id",
  ),
  ...notInFile(
    "Another person's draft, which only its writer sees.",
    "message_draft.recipient_ids message_draft.recipient_group_ids",
    NAMELESS,
  ),
  ...notInFile(
    "Whom a writer chose by what people are; the words of a filter stay until it is sent.",
    "message_draft.recipient_sets message_group.recipient_set",
  ),
  ...notInFile(
    "What a mail server said about an address that is told.",
    "message_mail.response message_mail.failure",
  ),

  ...inFile(
    "exporte",
    "export_run.member_ids export_run.actor_id export_run.actor_name export_target.owner_id export_target.owner_name",
  ),
  ...notInFile(
    "A checksum of what an earlier file said of the person, for comparing; the files themselves are told.",
    "export_row.member_id",
  ),
  ...notInFile(
    "Addresses are those of the ones who get the file, set up by the club.",
    "export_target.destination",
  ),
  ...notInFile(
    NO_PERSON,
    "export_target.filter export_target.options export_target.view_id export_target.baseline_run_id",
  ),

  ...inFile("importe", "import_row.member_id import_row.given"),
  ...inFile("importquellen", "import_source_member.member_id import_source.responsible_id"),
  ...inFile("importe", "import_run.actor_id import_run.applied_by", NAMELESS),
  ...inFile("importe", "import_run.actor_name import_run.applied_by_name"),
  ...notInFile(
    "What a preview found in a row that is told; rows go with their run.",
    "import_row.changes import_row.join_groups import_row.problems import_row.hints import_row.read_hints import_row.read_problems import_row.candidates import_row.decided_member",
  ),
  ...notInFile(
    NO_PERSON,
    "import_run.applied import_run.columns import_run.detected import_run.entries import_run.own_entries import_run.reverted import_run.rules import_source.rules import_source_member.run_id mapping_config.entries",
  ),

  ...notInFile(
    "Single words of all records, each once and without its place, for typing errors in searches.",
    "search_word.word",
    "Swept every night.",
  ),
  ...notInFile(
    "Answers to repeated requests, deleted after a day.",
    "idempotent_answer.caller idempotent_answer.body",
    "Deleted after a day.",
  ),
  ...notInFile("The club's own name and address in mails.", "tenant.mail_sender_name"),
]);
