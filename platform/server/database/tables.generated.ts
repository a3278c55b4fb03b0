// Made from the database's catalogue by `npm run db:generate`; not to be edited.
import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedJson, Json } from "./column-types.ts";

interface BlobTable {
  tenant_id: Generated<string>;
  key: string;
  size: number;
  sha256: string;
  created_at: Generated<Date>;
  derived: Generated<boolean>;
}

interface BlobQuotaTable {
  tenant_id: Generated<string>;
  bytes: number;
}

interface CalendarTable {
  tenant_id: Generated<string>;
  id: string;
  name: string;
  color: string;
  ics_id: string;
  created_at: Generated<Date>;
  version: Generated<number>;
}

interface CalendarFeedTable {
  tenant_id: Generated<string>;
  user_id: string;
  ics_id: string;
  created_at: Generated<Date>;
}

type CalendarGrantSubject = "ALL" | "GROUP" | "USER";
type CalendarGrantAccess = "READ" | "WRITE";
interface CalendarGrantTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  calendar_id: string;
  subject: CalendarGrantSubject;
  group_id: string | null;
  user_id: string | null;
  access: CalendarGrantAccess;
}

type ChangeActorKind = "USER" | "IMPORT" | "SYSTEM";
type ChangeWay = "UI" | "PROFILE" | "IMPORT" | "REVERT" | "SYSTEM";
type ChangeRecordType = "USER" | "MEMBERSHIP" | "GROUP" | "LOGIN";
type ChangeOperation = "CREATE" | "UPDATE" | "DELETE";
interface ChangeTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  at: Generated<Date>;
  transaction_id: Generated<string>;
  actor_id: string | null;
  actor_name: string;
  actor_kind: ChangeActorKind;
  way: ChangeWay;
  import_run_id: string | null;
  record_type: ChangeRecordType;
  record_id: string;
  record_name: string;
  operation: ChangeOperation;
  member_id: string | null;
  group_id: string | null;
  fields: Json;
}

type ChangeMomentRecordType = "USER" | "MEMBERSHIP" | "GROUP" | "LOGIN";
interface ChangeMomentTable {
  tenant_id: string;
  at: Date;
  transaction_id: string;
  record_type: ChangeMomentRecordType;
}

type ClubRegion =
  | "BW"
  | "BY"
  | "BE"
  | "BB"
  | "HB"
  | "HH"
  | "HE"
  | "MV"
  | "NI"
  | "NW"
  | "RP"
  | "SL"
  | "SN"
  | "ST"
  | "SH"
  | "TH";
interface ClubTable {
  tenant_id: string;
  name: string;
  display_name: string;
  time_zone: string;
  accent_color: string;
  logo_key: string | null;
  trash_days: number;
  retention_months: number | null;
  guests_per_event: number;
  guests_per_day: number;
  region: ClubRegion | null;
}

interface ClubGroupTable {
  tenant_id: Generated<string>;
  id: string;
  name: string;
  parent_id: string | null;
  description: string | null;
  color: string | null;
  permissions: Generated<string[]>;
  created_at: Generated<Date>;
  version: Generated<number>;
  for_new_members: Generated<boolean>;
}

type CustomFieldKind = "TEXT" | "NUMBER" | "DATE" | "BOOLEAN" | "CHOICE" | "MULTI_CHOICE";
interface CustomFieldTable {
  tenant_id: Generated<string>;
  id: string;
  key: string;
  label: string;
  kind: CustomFieldKind;
  options: Generated<string[]>;
  required: Generated<boolean>;
  self_service: Generated<boolean>;
  position: Generated<number>;
  version: Generated<number>;
}

type EventStatus = "CONFIRMED" | "CANCELLED";
interface EventTable {
  tenant_id: Generated<string>;
  id: string;
  calendar_id: string;
  uid: string;
  sequence: Generated<number>;
  title: string;
  description: string | null;
  location: string | null;
  meet_at: Date | null;
  starts_at: Date;
  ends_at: Date;
  all_day: Generated<boolean>;
  status: Generated<EventStatus>;
  recurrence: string | null;
  series_key: string | null;
  series_ends_at: Date | null;
  exdates: Generated<Date[]>;
  series_id: string | null;
  recurrence_start: Date | null;
  answer_deadline: Date | null;
  answer_maximum: number | null;
  allow_comment: boolean | null;
  allow_companions: boolean | null;
  waiting_list: boolean | null;
  is_long: GeneratedAlways<boolean>;
  created_at: Generated<Date>;
  created_by: string | null;
  updated_at: Generated<Date>;
  updated_by: string | null;
  version: Generated<number>;
  search_text: string | null;
  leaves_out_holidays: Generated<boolean>;
  holiday_exdates: Generated<Date[]>;
  cancel_reason: string | null;
}

interface ExportRowTable {
  tenant_id: Generated<string>;
  run_id: string;
  member_id: string;
  checksum: string;
}

type ExportRunState = "QUEUED" | "RUNNING" | "DONE" | "FAILED";
interface ExportRunTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  target_id: string | null;
  target_name: string;
  format: string;
  state: Generated<ExportRunState>;
  done: Generated<number>;
  total: Generated<number>;
  count: Generated<number>;
  new_count: number | null;
  changed_count: number | null;
  gone_count: number | null;
  as_of: string | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
  actor_id: string | null;
  actor_name: string;
  scheduled: boolean;
  error: string | null;
  warnings: Generated<string[]>;
  file_name: string | null;
  size: number | null;
  sha256: string | null;
  blob_key: string | null;
  keep_until: string | null;
  delivered_to: string | null;
  protected_fields: Generated<boolean>;
  member_ids: Generated<string[]>;
}

type ExportTargetFormat = "CSV" | "XLSX" | "JSON" | "VCARD" | "PDF";
type ExportTargetDir = "ASC" | "DESC";
interface ExportTargetTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  name: string;
  format: ExportTargetFormat;
  options: Json;
  mapping_config_id: number | null;
  filter: Json;
  view_id: string | null;
  sort: string;
  dir: ExportTargetDir;
  as_of: string | null;
  file_name: string;
  destination: Json;
  secret: string | null;
  schedule: string | null;
  next_run_at: Date | null;
  only_changes: boolean;
  baseline_run_id: string | null;
  keep_days: number;
  owner_id: string | null;
  owner_name: string;
  allows_protected: boolean;
  created_at: Generated<Date>;
  version: Generated<number>;
}

interface FileEntryTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  share_id: string;
  parent_id: string | null;
  name: string;
  is_folder: boolean;
  extension: Generated<string>;
  version: number | null;
  content_type: string | null;
  subtype: string | null;
  size: number | null;
  sha256: string | null;
  taken_at: Date | null;
  has_thumbnail: Generated<boolean>;
  modified_at: Generated<Date>;
  modified_by: string | null;
  modified_by_name: string | null;
  added_at: Generated<Date>;
  deleted_at: Date | null;
  deleted_by: string | null;
  deleted_by_name: string | null;
  deleted_path: string | null;
  search_name: GeneratedAlways<string | null>;
}

interface FileSelectionTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  share_id: string;
  entry_ids: string[];
  created_at: Generated<Date>;
}

type FileShareKind = "DOCUMENTS" | "IMAGES";
interface FileShareTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  name: string;
  kind: FileShareKind;
  allowed_types: string[] | null;
  quota: number | null;
  used_bytes: Generated<number>;
  created_at: Generated<Date>;
  version: Generated<number>;
}

type FileShareGrantSubject = "ALL" | "GROUP" | "USER";
type FileShareGrantAccess = "READ" | "WRITE";
interface FileShareGrantTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  share_id: string;
  subject: FileShareGrantSubject;
  group_id: string | null;
  user_id: string | null;
  access: FileShareGrantAccess;
}

interface FileTextTable {
  tenant_id: Generated<string>;
  entry_id: string;
  share_id: string;
  version: number;
  content: string;
  words: string;
}

type FileUploadOnConflict = "FAIL" | "REPLACE" | "RENAME";
interface FileUploadTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  share_id: string;
  user_id: string;
  path: string;
  on_conflict: FileUploadOnConflict;
  create_folders: boolean;
  size: number;
  chunk_size: number;
  modified_at: Date;
  blob_key: string;
  store_state: string;
  created_at: Generated<Date>;
  entry_id: string | null;
}

interface FileUploadChunkTable {
  tenant_id: Generated<string>;
  upload_id: string;
  chunk: number;
  receipt: string;
}

interface FileVersionTable {
  tenant_id: Generated<string>;
  entry_id: string;
  version: number;
  blob_key: string;
  size: number;
  sha256: string;
  content_type: string;
  subtype: string;
  taken_at: Date | null;
  thumbnail_256: string | null;
  thumbnail_1024: string | null;
  thumbnail_2048: string | null;
  modified_at: Date;
  modified_by: string | null;
  modified_by_name: string | null;
  added_at: Generated<Date>;
  position_spans: Json | null;
}

interface GroupMemberTable {
  tenant_id: string;
  group_id: string;
  member_id: string;
  from_on: string | null;
  to_on: string | null;
  is_current: boolean | null;
  function: string | null;
  leader: boolean;
}

interface GroupNameTable {
  tenant_id: string;
  id: string;
  parent_id: string | null;
  name: string;
}

interface GuestInvitationCountTable {
  tenant_id: Generated<string>;
  member_id: string;
  day: string;
  count: number;
}

interface HolidayTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  name: string;
  from_on: string;
  to_on: string;
}

interface HolidayFeedTable {
  tenant_id: Generated<string>;
  url: string;
  fetched_at: Date | null;
  problem: string | null;
}

interface IdempotentAnswerTable {
  tenant_id: Generated<string>;
  caller: string;
  key: string;
  fingerprint: string;
  status: number;
  location: string | null;
  body: Json | null;
  created_at: Generated<Date>;
}

type ImportRowKind = "NEW" | "CHANGED" | "SAME" | "AMBIGUOUS" | "FAULTY" | "MISSING";
type ImportRowDecision = "MEMBER" | "NEW" | "SKIP";
interface ImportRowTable {
  tenant_id: Generated<string>;
  run_id: string;
  number: number;
  line: number | null;
  name: string;
  given: Json | null;
  group_names: Generated<string[]>;
  read_problems: GeneratedJson;
  kind: ImportRowKind | null;
  member_id: string | null;
  member_version: number | null;
  changes: Json | null;
  join_groups: GeneratedJson;
  problems: GeneratedJson;
  hints: GeneratedJson;
  candidates: GeneratedJson;
  decision: ImportRowDecision | null;
  decided_member: string | null;
  read_hints: GeneratedJson;
  undecided: Generated<boolean>;
}

type ImportRunState = "PARSING" | "PREVIEW" | "APPLYING" | "APPLIED" | "FAILED" | "REVERTED";
type ImportRunStage = "FETCHING" | "READING" | "COMPARING" | "WRITING" | "REVERTING";
interface ImportRunTable {
  tenant_id: Generated<string>;
  id: string;
  source_id: string | null;
  source_name: string;
  state: ImportRunState;
  stage: ImportRunStage | null;
  progress_done: Generated<number>;
  progress_total: Generated<number>;
  reading: Generated<number>;
  rules: Json;
  mapping_config_id: number | null;
  own_entries: Json | null;
  entries: Json | null;
  columns: Json | null;
  detected: Json | null;
  new_count: Generated<number>;
  changed_count: Generated<number>;
  same_count: Generated<number>;
  ambiguous_count: Generated<number>;
  faulty_count: Generated<number>;
  missing_count: Generated<number>;
  hint_count: Generated<number>;
  compared_at: Date | null;
  compared_snapshot: string | null;
  scheduled: Generated<boolean>;
  actor_id: string | null;
  actor_name: string;
  started_at: Generated<Date>;
  finished_at: Date | null;
  applied_at: Date | null;
  applied_by: string | null;
  applied_by_name: string | null;
  applied: Json | null;
  reverted_at: Date | null;
  reverted: Json | null;
  error: string | null;
  file_name: string | null;
  file_size: number | null;
  blob_key: string | null;
  open_changed_count: Generated<number>;
  open_same_count: Generated<number>;
  undecided_count: Generated<number>;
}

type ImportSourceKind = "FILE" | "URL";
interface ImportSourceTable {
  tenant_id: Generated<string>;
  id: string;
  name: string;
  kind: ImportSourceKind;
  url: string | null;
  headers: string | null;
  header_names: Generated<string[]>;
  allow_http: Generated<boolean>;
  schedule: string | null;
  next_run_at: Date | null;
  apply_automatically: Generated<boolean>;
  rules: Json;
  mapping_config_id: number | null;
  quick: Generated<boolean>;
  responsible_id: string | null;
  created_at: Generated<Date>;
  version: Generated<number>;
}

interface ImportSourceMemberTable {
  tenant_id: Generated<string>;
  source_id: string;
  member_id: string;
  run_id: string;
}

type InvitationState = "OPEN" | "ACCEPTED" | "DECLINED" | "WAITING";
interface InvitationTable {
  tenant_id: Generated<string>;
  id: string;
  event_id: string;
  user_id: string | null;
  guest_name: string | null;
  guest_email: string | null;
  public_id: string;
  state: Generated<InvitationState>;
  waiting_number: number | null;
  comment: string | null;
  companions: Generated<number>;
  invited_at: Generated<Date>;
  reminded_at: Date | null;
  answered_at: Date | null;
  answered_by: string | null;
  notified_state: Json;
}

interface KeycloakEndedSessionTable {
  tenant_id: Generated<string>;
  session_id: string;
  ended_at: Generated<Date>;
}

type KeycloakUserMailPurpose = "INVITATION" | "RESET";
interface KeycloakUserTable {
  tenant_id: Generated<string>;
  login_id: string;
  member_id: string;
  user_id: string | null;
  synced_state: string | null;
  sessions_ended_at: Date | null;
  synced_sessions_ended_at: Date | null;
  initial_password: string | null;
  mail_purpose: KeycloakUserMailPurpose | null;
  mail_requested_at: Date | null;
}

type LoginState = "INVITED" | "ACTIVE" | "DISABLED";
interface LoginTable {
  tenant_id: Generated<string>;
  id: string;
  member_id: string;
  username: string;
  state: LoginState;
  password_hash: string | null;
  password_changed_at: Date | null;
  created_at: Generated<Date>;
  invited_at: Date | null;
  invitation_reminder_on: string | null;
}

type LoginActionTokenPurpose = "INVITATION" | "RESET";
interface LoginActionTokenTable {
  tenant_id: Generated<string>;
  token_hash: string;
  login_id: string;
  purpose: LoginActionTokenPurpose;
  expires_at: Date;
  consumed_at: Date | null;
  created_at: Generated<Date>;
}

interface LoginPasskeyTable {
  tenant_id: Generated<string>;
  id: string;
  login_id: string;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: Generated<string[]>;
  name: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

interface LoginRecoveryCodeTable {
  tenant_id: Generated<string>;
  login_id: string;
  code_hash: string;
  used_at: Date | null;
}

interface LoginTotpTable {
  tenant_id: Generated<string>;
  login_id: string;
  secret: string;
  last_step: Generated<number>;
  confirmed_at: Date | null;
}

interface MappingConfigTable {
  tenant_id: Generated<string>;
  id: Generated<number>;
  name: string;
  is_export: boolean;
  entries: GeneratedJson;
  version: Generated<number>;
}

interface MappingNumberTable {
  tenant_id: Generated<string>;
  last: number;
}

type MemberGender = "FEMALE" | "MALE" | "DIVERSE" | "UNSPECIFIED";
type MemberStatus = "ACTIVE" | "PASSIVE" | "HONORARY";
type MemberMessageMail = "IMMEDIATE" | "DAILY" | "NONE";
interface MemberTable {
  tenant_id: Generated<string>;
  id: string;
  member_number: string;
  salutation: string | null;
  title: string | null;
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  address_addition: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  birthday: string | null;
  gender: Generated<MemberGender>;
  joined_on: string | null;
  terminated_on: string | null;
  left_on: string | null;
  deceased_on: string | null;
  status: Generated<MemberStatus>;
  account_holder: string | null;
  iban: string | null;
  bic: string | null;
  mandate_reference: string | null;
  notes: string | null;
  custom_fields: GeneratedJson;
  is_admin: Generated<boolean>;
  permissions: Generated<string[]>;
  message_mail: Generated<MemberMessageMail>;
  picture_64: string | null;
  picture_256: string | null;
  picture_512: string | null;
  search_text: string;
  name_sound: string;
  birthday_in_year: GeneratedAlways<number | null>;
  joined_in_year: GeneratedAlways<number | null>;
  deleted_at: Date | null;
  anonymised_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  deleted_by_id: string | null;
  deleted_by_system: string | null;
  updated_by_id: string | null;
  updated_by_system: string | null;
}

type MemberLoginState = "INVITED" | "ACTIVE" | "DISABLED";
interface MemberLoginTable {
  tenant_id: string;
  id: string;
  member_id: string;
  username: string;
  state: MemberLoginState;
}

interface MemberViewTable {
  tenant_id: Generated<string>;
  id: string;
  owner_id: string;
  name: string;
  shared: Generated<boolean>;
  parameters: GeneratedJson;
  columns: Generated<string[]>;
  version: Generated<number>;
}

interface MembershipTable {
  tenant_id: Generated<string>;
  id: string;
  group_id: string;
  member_id: string;
  function: string | null;
  from_on: string | null;
  to_on: string | null;
  leader: Generated<boolean>;
}

interface MessageTable {
  tenant_id: Generated<string>;
  id: string;
  sender_id: string | null;
  sender_first_name: string;
  sender_last_name: string;
  subject: string;
  content: string;
  plain_text: string;
  sent_at: Generated<Date>;
  recipient_count: number;
  reply_to: string | null;
  deleted_at: Date | null;
  words: string;
  search_subject: GeneratedAlways<string | null>;
  held_until: Date | null;
}

interface MessageAttachmentTable {
  tenant_id: Generated<string>;
  id: string;
  message_id: string;
  position: number;
  name: string;
  content_type: string;
  size: number;
  blob_key: string;
}

interface MessageDigestDayTable {
  tenant_id: Generated<string>;
  day: string;
  made_at: Generated<Date>;
}

interface MessageDraftTable {
  tenant_id: Generated<string>;
  id: string;
  owner_id: string;
  subject: string;
  content: string;
  recipient_ids: string[];
  recipient_group_ids: string[];
  reply_to: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
  recipient_sets: GeneratedJson;
}

interface MessageDraftAttachmentTable {
  tenant_id: Generated<string>;
  id: string;
  draft_id: string;
  position: number;
  name: string;
  content_type: string;
  size: number;
  blob_key: string;
}

interface MessageGroupTable {
  tenant_id: Generated<string>;
  message_id: string;
  position: number;
  group_id: string | null;
  name: string;
  recipient_set: Json | null;
}

interface MessageHeldRecipientTable {
  tenant_id: Generated<string>;
  message_id: string;
  user_id: string;
  direct: boolean;
}

type MessageMailKind = "MESSAGE" | "DIGEST";
type MessageMailState = "QUEUED" | "SENT" | "FAILED" | "DROPPED";
interface MessageMailTable {
  tenant_id: Generated<string>;
  id: Generated<string>;
  kind: MessageMailKind;
  message_id: string | null;
  address: string;
  state: Generated<MessageMailState>;
  bulk: Generated<boolean>;
  created_at: Generated<Date>;
  next_attempt_at: Generated<Date>;
  attempts: Generated<number>;
  response: string | null;
  failure: string | null;
  ended_at: Date | null;
}

interface MessageMailPersonTable {
  tenant_id: Generated<string>;
  message_id: string;
  user_id: string;
  mail_id: string | null;
  skipped: Generated<boolean>;
}

interface MessageRecipientTable {
  tenant_id: Generated<string>;
  message_id: string;
  user_id: string;
  direct: boolean;
  sent_at: Generated<Date>;
  read_at: Date | null;
  replied_at: Date | null;
  deleted_at: Date | null;
}

interface OidcRecordTable {
  tenant_id: Generated<string>;
  model: string;
  id_hash: string;
  payload: Json;
  grant_id: string | null;
  session_uid: string | null;
  login_id: string | null;
  user_agent: string | null;
  consumed_at: Date | null;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface OperationsJobWorkerTable {
  id: string;
  seen_at: Generated<Date>;
}

interface OperationsRateLimitTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

type PersonMessageMail = "IMMEDIATE" | "DAILY" | "NONE";
interface PersonTable {
  tenant_id: string;
  id: string;
  member_number: string;
  salutation: string | null;
  title: string | null;
  first_name: string;
  last_name: string;
  birthday: string | null;
  email: string | null;
  phone: string | null;
  mobile: string | null;
  street: string | null;
  address_addition: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  message_mail: PersonMessageMail;
  name_sound: string;
  search_text: string;
  left_on: string | null;
  deceased_on: string | null;
  deleted_at: Date | null;
  anonymised_at: Date | null;
  version: number;
  has_picture: boolean | null;
  belongs: boolean | null;
}

interface PresentGroupTable {
  tenant_id: string;
  id: string;
  present: Json | null;
}

interface PresentMemberTable {
  tenant_id: string;
  id: string;
  version: number;
  deleted_at: Date | null;
  present: Json | null;
}

interface PresentMembershipTable {
  tenant_id: string;
  id: string;
  present: Json | null;
}

interface SearchWordTable {
  tenant_id: Generated<string>;
  word: string;
  id: Generated<string>;
}

interface SeriesInviteeTable {
  tenant_id: Generated<string>;
  id: string;
  series_id: string;
  user_id: string | null;
  guest_name: string | null;
  guest_email: string | null;
  invited_until: Date;
  invited_at: Generated<Date>;
  public_id: Generated<string>;
}

interface SigningKeyTable {
  tenant_id: Generated<string>;
  id: string;
  private_key: string;
  created_at: Generated<Date>;
  retired_at: Date | null;
}

type TenantState = "ACTIVE" | "SUSPENDED" | "MAINTENANCE";
type TenantRegion =
  | "BW"
  | "BY"
  | "BE"
  | "BB"
  | "HB"
  | "HH"
  | "HE"
  | "MV"
  | "NI"
  | "NW"
  | "RP"
  | "SL"
  | "SN"
  | "ST"
  | "SH"
  | "TH";
interface TenantTable {
  tenant_id: Generated<string>;
  name: string;
  display_name: string;
  time_zone: Generated<string>;
  accent_color: Generated<string>;
  state: Generated<TenantState>;
  logo_key: string | null;
  trash_days: Generated<number>;
  retention_months: number | null;
  mail_sender_name: string | null;
  mail_reply_to: string | null;
  next_member_number: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  guests_per_event: Generated<number>;
  guests_per_day: Generated<number>;
  region: TenantRegion | null;
  maintenance_text: string | null;
}

export interface CatalogueTables {
  blob: BlobTable;
  blob_quota: BlobQuotaTable;
  calendar: CalendarTable;
  calendar_feed: CalendarFeedTable;
  calendar_grant: CalendarGrantTable;
  change: ChangeTable;
  change_moment: ChangeMomentTable;
  club: ClubTable;
  club_group: ClubGroupTable;
  custom_field: CustomFieldTable;
  event: EventTable;
  export_row: ExportRowTable;
  export_run: ExportRunTable;
  export_target: ExportTargetTable;
  file_entry: FileEntryTable;
  file_selection: FileSelectionTable;
  file_share: FileShareTable;
  file_share_grant: FileShareGrantTable;
  file_text: FileTextTable;
  file_upload: FileUploadTable;
  file_upload_chunk: FileUploadChunkTable;
  file_version: FileVersionTable;
  group_member: GroupMemberTable;
  group_name: GroupNameTable;
  guest_invitation_count: GuestInvitationCountTable;
  holiday: HolidayTable;
  holiday_feed: HolidayFeedTable;
  idempotent_answer: IdempotentAnswerTable;
  import_row: ImportRowTable;
  import_run: ImportRunTable;
  import_source: ImportSourceTable;
  import_source_member: ImportSourceMemberTable;
  invitation: InvitationTable;
  keycloak_ended_session: KeycloakEndedSessionTable;
  keycloak_user: KeycloakUserTable;
  login: LoginTable;
  login_action_token: LoginActionTokenTable;
  login_passkey: LoginPasskeyTable;
  login_recovery_code: LoginRecoveryCodeTable;
  login_totp: LoginTotpTable;
  mapping_config: MappingConfigTable;
  mapping_number: MappingNumberTable;
  member: MemberTable;
  member_login: MemberLoginTable;
  member_view: MemberViewTable;
  membership: MembershipTable;
  message: MessageTable;
  message_attachment: MessageAttachmentTable;
  message_digest_day: MessageDigestDayTable;
  message_draft: MessageDraftTable;
  message_draft_attachment: MessageDraftAttachmentTable;
  message_group: MessageGroupTable;
  message_held_recipient: MessageHeldRecipientTable;
  message_mail: MessageMailTable;
  message_mail_person: MessageMailPersonTable;
  message_recipient: MessageRecipientTable;
  oidc_record: OidcRecordTable;
  "operations.job_worker": OperationsJobWorkerTable;
  "operations.rate_limit": OperationsRateLimitTable;
  person: PersonTable;
  present_group: PresentGroupTable;
  present_member: PresentMemberTable;
  present_membership: PresentMembershipTable;
  search_word: SearchWordTable;
  series_invitee: SeriesInviteeTable;
  signing_key: SigningKeyTable;
  tenant: TenantTable;
}
