import { GROUP_FIELD_LABELS, MEMBERSHIP_FIELD_LABELS } from "#modules/members/groups-contract.ts";
import type { CustomField } from "#modules/tenants/contract.ts";
import { FIELD_KEYS, fieldOf, USER_FIELD_LABELS } from "#modules/members/contract.ts";
import type { RecordType } from "./queries.ts";

/** German names of everything the history's triggers write, by the name they write it under. */
const FIELD_LABELS: Record<RecordType, Record<string, string>> = {
  USER: {
    ...Object.fromEntries(FIELD_KEYS.map((field) => [field, fieldOf(field).label])),
    isAdmin: "Administrator",
    permissions: "Rechte",
    messageMail: "Nachrichten per E-Mail",
    hasProfilePicture: "Profilbild",
    inTrash: "Im Papierkorb",
    anonymised: "Anonymisiert",
  },
  MEMBERSHIP: MEMBERSHIP_FIELD_LABELS,
  GROUP: GROUP_FIELD_LABELS,
  LOGIN: { username: "Benutzername", loginState: USER_FIELD_LABELS.loginState },
};

const CUSTOM_FIELD = "cf.";

export interface FieldLabel {
  field: string;
  label: string;
  recordType: RecordType;
}

/** Names fields; the club's own ones by their present labels, removed ones by their keys. */
export function fieldLabels(customFields: readonly Pick<CustomField, "key" | "label">[]): {
  label(type: RecordType, field: string): string;
  all: FieldLabel[];
} {
  const own = new Map(customFields.map(({ key, label }) => [CUSTOM_FIELD + key, label]));
  const label = (type: RecordType, field: string) =>
    FIELD_LABELS[type][field] ?? own.get(field) ?? field.replace(CUSTOM_FIELD, "");
  const fixed = Object.entries(FIELD_LABELS) as [RecordType, Record<string, string>][];
  const all = fixed.flatMap(([recordType, labels]) =>
    Object.entries(labels).map(([field, name]) => ({ field, label: name, recordType })),
  );
  return {
    label,
    all: [
      ...all,
      ...[...own].map(([field, name]) => ({ field, label: name, recordType: "USER" as const })),
    ],
  };
}
