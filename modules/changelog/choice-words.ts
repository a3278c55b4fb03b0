import { GROUP_COLOR_LABELS } from "#modules/members/groups-contract.ts";
import { GENDER_LABELS, LOGIN_STATE_LABELS, STATUS_LABELS } from "#modules/members/contract.ts";
import { PERMISSION_LABELS } from "#platform/contract/permissions.ts";

const MAIL_LABELS: Readonly<Record<string, string>> = {
  IMMEDIATE: "sofort",
  DAILY: "täglich gesammelt",
  NONE: "keine",
};

/**
 * Fields whose values are names of an enumeration. Other fields show their text as it is, even if
 * it looks like one.
 */
const ENUMERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: STATUS_LABELS,
  gender: GENDER_LABELS,
  loginState: LOGIN_STATE_LABELS,
  state: LOGIN_STATE_LABELS,
  color: GROUP_COLOR_LABELS,
  permissions: PERMISSION_LABELS,
  messageMail: MAIL_LABELS,
};

const countries = new Intl.DisplayNames("de", { type: "region", fallback: "code" });

/** What a field's choice is called in German; a value that is none is answered as it is. */
export function choiceWord(field: string, value: string): string {
  // Old values may be anything that was once imported.
  if (field === "country") return /^[A-Z]{2}$/.test(value) ? (countries.of(value) ?? value) : value;
  return ENUMERATIONS[field]?.[value] ?? value;
}
