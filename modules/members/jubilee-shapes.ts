import { z } from "zod";
import { date, id, requiredText, text } from "#platform/contract/fields.ts";
import { type FieldsWith, shapeOf } from "./fields.ts";

const JUBILEE_KINDS = ["BIRTHDAY", "MEMBERSHIP"] as const;
export const jubileeKind = z.enum(JUBILEE_KINDS);

/** How a person is reached. */
const CONTACT_FIELDS = [
  "email",
  "phone",
  "mobile",
  "street",
  "addressAddition",
  "postalCode",
  "city",
  "country",
] as const satisfies readonly FieldsWith<"access", "selfService">[];

export const jubilee = z.object({
  kind: jubileeKind,
  date,
  /** Age, or years of membership. */
  years: z.int(),
  /** Birthdays from 50 in tens and fives; memberships in steps of five, and of ten from 10. */
  round: z.boolean(),
  user: z.object({
    id,
    memberNumber: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    hasProfilePicture: z.boolean(),
    ...shapeOf("output", CONTACT_FIELDS),
  }),
});
export type Jubilee = z.infer<typeof jubilee>;

/** A birthday or an anniversary of joining, as the list shows it. */
const occasion = z.strictObject({ userId: id, kind: jubileeKind, date });
export type Occasion = z.output<typeof occasion>;

export const MOST_EXPORTED_JUBILEES = 5_000;
export const jubileeExport = z.strictObject({
  /** In the order of the rows. */
  occasions: z.array(occasion).min(1).max(MOST_EXPORTED_JUBILEES),
  format: z.enum(["CSV", "XLSX"]),
});

export const MOST_LETTERS = 500;
/** What stands for something of each person in the text of letters. */
export const LETTER_PLACEHOLDERS = ["Vorname", "Nachname", "Anlass", "Jahre", "Datum"] as const;
export type LetterPlaceholder = (typeof LETTER_PLACEHOLDERS)[number];
export const letterOrder = z.strictObject({
  occasions: z.array(occasion).min(1).max(MOST_LETTERS),
  subject: requiredText(200),
  /** Below the salutation; `{Vorname}` and the like stand for what each person has there. */
  text: text(5_000, { multiline: true }),
});
