import { type UserUpdate, userUpdate } from "#modules/users/contract.ts";
import {
  type MemberRecord,
  restoreMembers,
  selectMember,
  selectToday,
  setMemberPermissions,
  trashMembers,
  updateMember,
} from "#modules/users/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/app-error.ts";
import type { WriteTx } from "#platform/server/database.ts";
import type { ChangeValue } from "./queries.ts";
import type { Reverter } from "./revert-records.ts";

type Values = Record<string, ChangeValue>;

const OWN_FIELD = "cf.";

/** Writes old values into a member through the same doors as a page does, so that every rule holds. */
export async function setMemberBack(tx: WriteTx, { actor, identity }: Reverter, id: string, old: Values): Promise<void> {
  const { inTrash, permissions, isAdmin, ...values } = old;
  const has = (field: string) => Object.hasOwn(old, field);
  if (has("inTrash") && inTrash !== true) await restoreMembers(tx, [id], actor);
  if (Object.keys(values).length > 0) {
    const before = await livingMember(tx, id);
    await updateMember(tx, id, merged(before, values), { actor });
  }
  if (has("permissions") || has("isAdmin")) {
    const before = await livingMember(tx, id);
    const rights = {
      permissions: has("permissions") ? ((permissions ?? []) as Permission[]) : before.permissions,
      isAdmin: has("isAdmin") ? isAdmin === true : before.is_admin,
    };
    await setMemberPermissions(tx, id, { ...rights, version: before.version }, { actor });
  }
  if (has("inTrash") && inTrash === true) await trashMembers(tx, identity, [id], actor);
}

async function livingMember(tx: WriteTx, id: string): Promise<MemberRecord> {
  const record = await selectMember(tx, id, await selectToday(tx));
  if (record === undefined) {
    throw new AppError("CONFLICT", { code: "IN_TRASH", detail: "Das Mitglied liegt im Papierkorb. Bitte stellen Sie es zuerst wieder her." });
  }
  return record;
}

/** The whole record as a form would send it, with some values put back. */
function merged(before: MemberRecord, values: Values): UserUpdate {
  const own = Object.entries(values).filter(([field]) => field.startsWith(OWN_FIELD));
  const others = Object.entries(values).filter(([field]) => !field.startsWith(OWN_FIELD));
  const form = {
    memberNumber: before.member_number,
    salutation: before.salutation,
    title: before.title,
    firstname: before.first_name,
    lastname: before.last_name,
    email: before.email,
    phone: before.phone,
    mobile: before.mobile,
    street: before.street,
    addressAddition: before.address_addition,
    postalCode: before.postal_code,
    city: before.city,
    country: before.country,
    birthday: before.birthday,
    gender: before.gender,
    joinedOn: before.joined_on,
    terminatedOn: before.terminated_on,
    leftOn: before.left_on,
    deceasedOn: before.deceased_on,
    status: before.status,
    accountHolder: before.account_holder,
    iban: before.iban,
    bic: before.bic,
    mandateReference: before.mandate_reference,
    notes: before.notes,
    ...Object.fromEntries(others),
    customFields: { ...before.custom_fields, ...Object.fromEntries(own.map(([field, value]) => [field.slice(OWN_FIELD.length), value])) },
    version: before.version,
  };
  const checked = userUpdate.safeParse(form);
  if (!checked.success) {
    throw new AppError("UNPROCESSABLE", {
      code: "OLD_VALUE_REFUSED",
      detail: "Der alte Wert wird heute nicht mehr angenommen. Bitte ändern Sie das Mitglied auf seiner Seite.",
    });
  }
  return checked.data;
}
