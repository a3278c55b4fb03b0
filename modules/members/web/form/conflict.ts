import type { CustomField } from "#modules/tenants/contract.ts";
import type { User } from "../../contract.ts";
import type { CustomFieldValue } from "../../custom-field-values.ts";
import { fieldsOf, valuesOf, type MemberValues } from "./member-values.ts";

export interface ConflictingField {
  path: string;
  before: CustomFieldValue;
  theirs: CustomFieldValue;
  mine: CustomFieldValue;
  /** False: only the other person changed it. */
  changedByMe: boolean;
}

/**
 * The fields another person changed since `base`, with what the form holds for them. A field that
 * both changed to the same value is no conflict.
 */
export function conflictingFields(
  base: User,
  mine: MemberValues,
  theirs: User,
  customFields: readonly CustomField[],
): ConflictingField[] {
  const before = fieldsOf(valuesOf(base, customFields));
  const after = fieldsOf(valuesOf(theirs, customFields));
  const entered = fieldsOf(mine);
  return Object.keys(before)
    .filter((path) => !same(before[path], after[path]) && !same(entered[path], after[path]))
    .map((path) => ({
      path,
      before: before[path] ?? null,
      theirs: after[path] ?? null,
      mine: entered[path] ?? null,
      changedByMe: !same(before[path], entered[path]),
    }));
}

function same(a: CustomFieldValue | undefined, b: CustomFieldValue | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
