import { GROUP_COLOR_LABELS } from "#modules/groups/contract.ts";
import { GENDER_LABELS, LOGIN_STATE_LABELS, STATUS_LABELS } from "#modules/users/contract.ts";
import { PERMISSION_LABELS } from "#platform/contract/permissions.ts";
import { formatDate, formatDateTime, formatNumber } from "#platform/web/format.ts";
import type { Change } from "../contract.ts";

type Value = Change["changes"][number]["newValue"];

const MAIL_LABELS: Readonly<Record<string, string>> = { IMMEDIATE: "sofort", DAILY: "täglich gesammelt", NONE: "keine" };

/** Fields whose values are names of an enumeration. Other fields show their text as it is, even if it looks like one. */
const ENUMERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: STATUS_LABELS,
  gender: GENDER_LABELS,
  loginState: LOGIN_STATE_LABELS,
  state: LOGIN_STATE_LABELS,
  color: GROUP_COLOR_LABELS,
  permissions: PERMISSION_LABELS,
  messageMail: MAIL_LABELS,
};

/** A value of the history as a reader understands it; nothing gives the empty text. */
export function shownValue(field: string, value: Value): string {
  if (value === null || value === "") return "";
  if (typeof value === "boolean") return value ? "ja" : "nein";
  if (typeof value === "number") return formatNumber(value);
  const labels = ENUMERATIONS[field];
  if (Array.isArray(value)) return value.map((one) => labels?.[one] ?? one).join(", ");
  if (labels?.[value] !== undefined) return labels[value];
  if (field === "country") return countryName(value);
  if (field === "iban") return value.replaceAll(/\s/g, "").replaceAll(/(.{4})(?=.)/g, "$1 ");
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return formatDateTime(value);
  return value;
}

const countries = new Intl.DisplayNames("de", { type: "region", fallback: "code" });

/** Old values may be anything that was once imported; what is no country code is shown as it is. */
function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}
