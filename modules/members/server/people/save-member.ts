import { json } from "#platform/server/database/column-types.ts";
import { updatedBy } from "./author-queries.ts";
import { v7 as uuidv7 } from "uuid";
import { AppError, invalidValues, notFound } from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { addressesTaken } from "#modules/identity/server/public.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import {
  type CustomFieldValue,
  FIELD_KEYS,
  type FieldValues,
  type MeUpdate,
  OWN_PROFILE_FIELDS,
  SELF_SERVICE_FIELDS,
  type UserCreate,
  type UserUpdate,
} from "../../contract.ts";
import { nameSound } from "./duplicates/cologne.ts";
import { searchText } from "#platform/contract/fold.ts";
import { keepAnAdministrator } from "../rights/administrators.ts";
import { toColumns, toFields } from "./field-columns.ts";
import type { MemberRecord } from "./member-columns-queries.ts";
import { type Holder, outranks, refuseOutranked } from "../rights/permissions.ts";
import {
  insertMembers,
  lockMember,
  memberRows,
  raiseMemberNumber,
  selectMember,
  selectToday,
  takeMemberNumbers,
  updateMemberRow,
} from "./queries.ts";
import { selectRights } from "../rights/rights-queries.ts";
import { tellLogins } from "./tell-logins.ts";
import { checkPostalCode } from "./postal-codes.ts";
import { checkMember, kindProblems, customFieldProblems, withoutEmpty } from "./validation.ts";

type MemberContent = FieldValues & { customFields: Record<string, CustomFieldValue> };

/** Returns what a member's row holds by these values. */
export function rowOf({ customFields: custom, ...values }: MemberContent) {
  return {
    ...toColumns(values, FIELD_KEYS),
    custom_fields: withoutEmpty(custom),
    ...derived(values),
  };
}

/** Returns the columns that follow from others. */
function derived({
  memberNumber,
  firstname,
  lastname,
  email,
  city,
}: Pick<FieldValues, "memberNumber" | "firstname" | "lastname" | "email" | "city">) {
  return {
    search_text: searchText([firstname, lastname, memberNumber, email, city]),
    name_sound: nameSound(firstname, lastname),
  };
}

/**
 * Creates members by one statement; returns their ids in order. Without a member number the next
 * free one is given.
 */
export async function createMembers(tx: WriteTx, many: readonly UserCreate[]): Promise<string[]> {
  const creation = await memberCreation(
    tx,
    many.map(({ memberNumber }) => memberNumber),
  );
  const made = many.map((values) => ({ id: uuidv7(), values }));
  await creation.write(creation.prepare(made));
  return made.map(({ id }) => id);
}

/** Members to be written by one statement. */
type PreparedMembers = ReturnType<typeof memberRows> & { withAddress: string[] };

/**
 * Making many members in parts: the next part is prepared while the database writes the one before.
 */
interface MemberCreation {
  /** Checks the values and works out the rows; refuses like a form does. */
  prepare(many: readonly { id: string; values: UserCreate }[]): PreparedMembers;
  write(members: PreparedMembers): Promise<void>;
}

/** `numbers`: those of all members to come, null for each that is to be given the next free one. */
export async function memberCreation(
  tx: WriteTx,
  numbers: readonly (string | null)[],
): Promise<MemberCreation> {
  const today = await selectToday(tx);
  const fields = await customFields(tx);
  await raiseBeyond(tx, numbers);
  const free = await takeMemberNumbers(tx, numbers.filter((number) => number === null).length);
  let next = 0;
  return {
    prepare(many) {
      for (const { values } of many) checkMember(values, fields, today);
      const rows = memberRows(
        many.map(({ id, values }) => ({
          id,
          ...rowOf({ ...values, memberNumber: values.memberNumber ?? free[next++] ?? "" }),
          ...updatedBy(tx),
        })),
      );
      const withAddress = many.filter(({ values }) => values.email !== null).map(({ id }) => id);
      return { ...rows, withAddress };
    },
    async write(members) {
      await uniqueNumber(() => insertMembers(tx, members));
      await addressesTaken(tx, members.withAddress);
    },
  };
}

export async function raiseBeyond(tx: WriteTx, numbers: readonly (string | null)[]): Promise<void> {
  const numeric = numbers
    .filter((number) => number !== null && /^\d{1,12}$/.test(number))
    .map(Number);
  if (numeric.length > 0)
    await raiseMemberNumber(
      tx,
      numeric.reduce((a, b) => Math.max(a, b)),
    );
}

export const uniqueNumber = uniqueField(
  "member_number_unique",
  "memberNumber",
  "Diese Mitgliedsnummer ist schon vergeben.",
);

interface Saving {
  /** Whose rights count. */
  actor: Holder;
  /** What is refused beside the rules of all values, by what was there before. */
  check?: (values: FieldValues, before: FieldValues) => void;
  /** How the current record is shown to a second saver. */
  show?: (record: MemberRecord, today: string) => unknown;
}

/**
 * Replaces a member's writable fields. A stale version answers 412 with the record as it is now.
 */
export async function updateMember(
  tx: WriteTx,
  id: string,
  { version, ...values }: UserUpdate,
  { actor, check, show }: Saving,
): Promise<void> {
  const today = await selectToday(tx);
  const before = await lockedMember(tx, id, today);
  if (before.version !== version) throw staleVersion(before, today, show);
  checkMember(values, await customFields(tx), today);
  check?.(values, toFields(before, FIELD_KEYS));
  const ends = values.leftOn !== before.left_on || values.deceasedOn !== before.deceased_on;
  if (values.email !== before.email || ends) await refuseTakeover(tx, id, actor);
  if (values.memberNumber !== before.member_number) await raiseBeyond(tx, [values.memberNumber]);
  const row = rowOf(values);
  const save = () =>
    uniqueNumber(() =>
      updateMemberRow(tx, id, version, {
        ...row,
        custom_fields: json(row.custom_fields),
      }),
    );
  await (before.is_admin && (values.leftOn !== null || values.deceasedOn !== null)
    ? keepAnAdministrator(tx, [id], save)
    : save());
  await tellLogins(tx, [{ id, before: toFields(before, OWN_PROFILE_FIELDS), after: values }]);
}

/** What a member changes of themselves. */
export async function updateOwnMember(
  tx: WriteTx,
  id: string,
  { version, settings, customFields: own, ...contact }: MeUpdate,
  show: Saving["show"],
): Promise<void> {
  const today = await selectToday(tx);
  const before = await lockedMember(tx, id, today);
  if (before.version !== version) throw staleVersion(before, today, show);
  const merged = await mergeCustomFields(tx, before, own ?? {});
  const errors = kindProblems(contact);
  if (errors.length > 0) throw invalidValues(errors);
  const stored = toFields(before, OWN_PROFILE_FIELDS);
  const after = { ...stored, ...contact };
  checkPostalCode(after, stored);
  await updateMemberRow(tx, id, version, {
    ...toColumns(contact, SELF_SERVICE_FIELDS),
    ...(settings && { message_mail: settings.messageMail }),
    custom_fields: json(merged),
    ...derived(after),
  });
  await tellLogins(tx, [{ id, before: stored, after }]);
}

async function mergeCustomFields(
  tx: ReadTx,
  before: MemberRecord,
  changes: Record<string, CustomFieldValue>,
): Promise<Record<string, CustomFieldValue>> {
  const fields: CustomField[] = Object.keys(changes).length === 0 ? [] : await customFields(tx);
  const open = new Set(fields.filter(({ selfService }) => selfService).map(({ key }) => key));
  const closed = Object.keys(changes).filter((key) => !open.has(key));
  if (closed.length > 0) {
    const message = "Dieses Feld ändert nur die Mitgliederverwaltung.";
    throw new AppError("VALIDATION_FAILED", {
      errors: closed.map((key) => ({ path: `customFields.${key}`, code: "READ_ONLY", message })),
    });
  }
  const merged = { ...before.custom_fields, ...changes };
  const errors = customFieldProblems(
    changes,
    fields.filter(({ key }) => Object.hasOwn(changes, key)),
  );
  if (errors.length > 0) throw invalidValues(errors);
  return withoutEmpty(merged);
}

/** The member as it is under a lock; 404 when it is in the trash or not there. */
export async function lockedMember(tx: WriteTx, id: string, today: string): Promise<MemberRecord> {
  const lock = await lockMember(tx, id);
  const record = lock === undefined || lock.inTrash ? undefined : await selectMember(tx, id, today);
  if (record === undefined) throw notFound();
  return record;
}

export function staleVersion(current: MemberRecord, today: string, show: Saving["show"]): AppError {
  const who = current.updated_by === null ? "jemand anderem" : current.updated_by;
  return new AppError("STALE_VERSION", {
    detail: `Der Datensatz wurde inzwischen von ${who} geändert. Ihre Eingaben sind noch nicht gespeichert.`,
    current: show?.(current, today),
  });
}

/** The login data of members with more rights than the actor stay as they are. */
export async function refuseTakeover(tx: ReadTx, id: string, actor: Holder): Promise<void> {
  if (actor.isAdmin) return;
  const [target] = await selectRights(tx, [id]);
  if (target !== undefined && outranks(target, actor)) throw refuseOutranked();
}
