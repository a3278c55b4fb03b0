import { canOf } from "#platform/server/http/can.ts";
import { PROTECTED_USER_FIELDS } from "#modules/members/contract.ts";
import {
  holdsPermission,
  type Holder,
  seesProtectedFields,
} from "#modules/members/server/public.ts";
import type { Change } from "../../contract.ts";
import type { ChangeRecord, RecordType } from "../queries.ts";

const PROTECTED = new Set<string>(PROTECTED_USER_FIELDS);

/** What only the history knows how it came about, or what belongs to the person alone. */
const KEPT: Record<RecordType, ReadonlySet<string>> = {
  USER: new Set(["hasProfilePicture", "messageMail", "anonymised"]),
  MEMBERSHIP: new Set(["group"]),
  GROUP: new Set(),
  LOGIN: new Set(["username", "loginState"]),
};

/**
 * Notes and bank data are shown by name only to readers who may not see them in the record either.
 */
export function isMasked(reader: Holder, type: RecordType, field: string): boolean {
  return type === "USER" && PROTECTED.has(field) && !seesProtectedFields(reader);
}

export function isRevertible(type: RecordType, field: string): boolean {
  return !KEPT[type].has(field);
}

/**
 * What of an entry goes back when all of it is meant; what was created or deleted goes as a whole.
 */
export function revertibleFields({ operation, record_type: type, fields }: ChangeRecord): string[] {
  return Object.keys(fields).filter((field) => operation !== "UPDATE" || isRevertible(type, field));
}

/** Taking back is changing: it needs the right to change the record itself. */
export function mayRevert(actor: Holder, type: RecordType): boolean {
  if (!holdsPermission(actor, "MANAGE_USER")) return false;
  return type === "USER" || holdsPermission(actor, "MANAGE_GROUP");
}

/** Whether an entry can be taken back at all, by whomever. */
export function canBeReverted({
  record_type: type,
  operation,
  fields,
  living_member_id: livingMemberId,
  group_name: groupName,
}: ChangeRecord): boolean {
  if (type === "LOGIN" || (type !== "GROUP" && livingMemberId === null)) return false;
  // Without its group a membership can't come back.
  if (type === "MEMBERSHIP" && groupName === null) return false;
  if (operation === "UPDATE") return Object.keys(fields).some((field) => isRevertible(type, field));
  return type !== "USER" || operation === "CREATE";
}

export function rightsOnChange(reader: Holder, record: ChangeRecord): Change["can"] {
  return canOf<Change>({ REVERT: mayRevert(reader, record.record_type) && canBeReverted(record) });
}
