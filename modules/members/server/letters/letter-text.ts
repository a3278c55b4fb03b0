import { LETTER_PLACEHOLDERS, type LetterPlaceholder } from "../../contract.ts";
import { type Celebrated, occasionText } from "../jubilees/occasions.ts";

type Named = Pick<Celebrated["person"], "salutation" | "title" | "firstname" | "lastname">;

const ADDRESSED: Readonly<Record<string, string>> = {
  Herr: "Sehr geehrter Herr",
  Frau: "Sehr geehrte Frau",
  Familie: "Sehr geehrte Familie",
};

/** Returns how a letter begins: by the salutation that is recorded, else by the name alone. */
export function salutationLine({ salutation, title, firstname, lastname }: Named): string {
  const addressed = new Map(Object.entries(ADDRESSED)).get(salutation?.trim() ?? "");
  return addressed === undefined
    ? `Guten Tag ${joined(firstname, lastname)},`
    : `${joined(addressed, title, lastname)},`;
}

/** Returns the name as it stands on an envelope. */
export function envelopeName({ title, firstname, lastname }: Named): string {
  return joined(title, firstname, lastname);
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== "").join(" ");
}

const PLACEHOLDER = /\{([^{}\n]{0,40})\}/g;

/** Returns the placeholders of a text that there are none of. */
export function unknownPlaceholders(text: string): string[] {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  return names.filter((name) => !(LETTER_PLACEHOLDERS as readonly string[]).includes(name));
}

/** Returns the text with what a person has in place of the placeholders. */
export function filledText(text: string, celebrated: Celebrated): string {
  const [year, month, day] = celebrated.date.split("-");
  const values: Record<LetterPlaceholder, string> = {
    Vorname: celebrated.person.firstname,
    Nachname: celebrated.person.lastname,
    Anlass: occasionText(celebrated),
    Jahre: String(celebrated.years),
    Datum: `${day}.${month}.${year}`,
  };
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as LetterPlaceholder] : whole,
  );
}
