import type { CustomField } from "#modules/tenants/contract.ts";
import { isMemberField, type UserUpdate, userUpdate } from "#modules/members/contract.ts";
import { impossibleDates, memberProblems } from "#modules/members/server/public.ts";
import type { ChangeValue } from "../queries.ts";

type Values = Record<string, ChangeValue>;

const CUSTOM_FIELD = "cf.";
/** Days of which one may be right only together with the other. */
const PAIRED: Record<string, string> = { leftOn: "joinedOn", deceasedOn: "birthday" };

export const OLD_VALUE_REFUSED = "Der alte Wert wird heute nicht mehr angenommen";

/** The whole record as a form would send it. */
export function memberForm(
  values: Values,
  version: number,
): ReturnType<typeof userUpdate.safeParse> {
  const entries = Object.entries(values);
  const own = entries.filter(([field]) => field.startsWith(CUSTOM_FIELD));
  return userUpdate.safeParse({
    // The history knows more of a member than forms write.
    ...Object.fromEntries(entries.filter(([field]) => isMemberField(field))),
    customFields: Object.fromEntries(
      own.map(([field, value]) => [field.slice(CUSTOM_FIELD.length), value]),
    ),
    version,
  });
}

export interface FormWithOldValues {
  /** Null when nothing of it can be put back. */
  values: UserUpdate | null;
  /** Fields that are put back. */
  fields: string[];
  /** German, by field: old values that no member may have today. */
  refused: Map<string, string>;
}

/**
 * A member's form with old values put back, as far as today's rules take them: an entry that a list
 * no longer has, a day that contradicts a later edit. What became compulsory since may be empty
 * again.
 */
export function formWithOldValues(
  present: Values,
  old: Values,
  version: number,
  definitions: readonly CustomField[],
  today: string,
): FormWithOldValues {
  const left = { ...old };
  const refused = new Map<string, string>();
  for (;;) {
    const fields = Object.keys(left);
    const form = memberForm({ ...present, ...left }, version);
    const problems = form.success
      ? [
          ...memberProblems(form.data, definitions, today).filter(
            ({ code }) => code !== "REQUIRED",
          ),
          ...impossibleDates(form.data).flatMap((problem) => [
            problem,
            { ...problem, path: PAIRED[problem.path] ?? problem.path },
          ]),
        ]
      : form.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    const inTheWay = problems
      .map(({ path, message }) => ({ field: fieldOf(path), message }))
      .filter(({ field }) => fields.includes(field));
    if (inTheWay.length === 0)
      return {
        values: form.success ? form.data : null,
        fields: form.success ? fields : [],
        refused,
      };
    for (const { field, message } of inTheWay) {
      refused.set(field, message);
      delete left[field];
    }
  }
}

function fieldOf(path: string): string {
  return path.startsWith("customFields.")
    ? CUSTOM_FIELD + path.slice("customFields.".length)
    : path;
}
