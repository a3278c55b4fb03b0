import { AppError } from "#platform/server/http/app-error.ts";
import { printedList } from "#platform/server/documents/printed-list.ts";

/** What the paper shows; texts are German already. */
export interface SignatureList {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  title: string;
  when: string;
  location: string | null;
  printed: string;
  people: readonly { name: string; guest: boolean; answer: string; companions: number }[];
}

/** Longer lists are not for signing. */
const MOST_PEOPLE = 1_000;
const ROW_POINTS = 15;
const LIMITS = { timeMs: 30_000, memoryMb: 512 };

/** A list on A4 with a line for each signature. */
export async function signatureList({
  clubName,
  accentColor,
  title,
  when,
  location,
  printed,
  people,
}: SignatureList): Promise<Buffer> {
  if (people.length > MOST_PEOPLE) {
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_MANY_PEOPLE",
      detail: `Für eine Unterschriftenliste sind das zu viele Personen (höchstens ${MOST_PEOPLE.toLocaleString("de")}). Bitte schränken Sie die Liste auf eine Antwort ein oder laden Sie sie als CSV.`,
    });
  }
  const withCompanions = people.some(({ companions }) => companions > 0);
  const rows = people.map((person, index) => [
    { quiet: String(index + 1) },
    person.guest ? `${person.name} (Gast)` : person.name,
    { quiet: person.answer },
    ...(withCompanions ? [person.companions === 0 ? "" : `+ ${person.companions}`] : []),
    { room: ROW_POINTS },
  ]);
  return printedList(
    {
      clubName,
      accentColor,
      title,
      lead: location === null ? [when] : [when, location],
      footer: `Stand ${printed}`,
      empty: "Es ist noch niemand eingeladen.",
      headings: [
        "Nr.",
        "Name",
        "Antwort",
        ...(withCompanions ? ["Begleitung"] : []),
        "Unterschrift",
      ],
      widths: [24, "*", 80, ...(withCompanions ? [60] : []), 170],
      sections: [{ title: "", rows }],
    },
    LIMITS,
  );
}
