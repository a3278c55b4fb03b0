import type { MemberField, UserRow } from "../../contract.ts";
import { USER_FIELD_LABELS } from "../../contract.ts";
import type { TableColumn } from "../list/table-file.ts";
import { type Celebrated, occasionText } from "./occasions.ts";

/** What a letter or a call needs, besides the occasion. */
const OF_PERSON = [
  "memberNumber",
  "salutation",
  "title",
  "firstname",
  "lastname",
  "street",
  "addressAddition",
  "postalCode",
  "city",
  "country",
  "email",
  "phone",
  "mobile",
] as const satisfies readonly (MemberField & keyof UserRow)[];

/** Returns the columns of the file of birthdays and anniversaries. */
export const JUBILEE_COLUMNS: readonly TableColumn<Celebrated>[] = [
  { label: "Anlass", value: occasionText },
  { label: "Datum", value: ({ date }) => new Date(`${date}T00:00:00Z`) },
  { label: "Jahre", value: ({ years }) => years },
  ...OF_PERSON.map((field): TableColumn<Celebrated> => ({
    label: USER_FIELD_LABELS[field],
    value: ({ person }) => person[field],
  })),
];
