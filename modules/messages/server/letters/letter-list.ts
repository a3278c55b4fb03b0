import { AppError } from "#platform/server/http/app-error.ts";
import { printedList } from "#platform/server/documents/printed-list.ts";

/** What the paper shows; texts are German already. */
export interface LetterList {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  /** Subject of the message; null before it is sent. */
  subject: string | null;
  printed: string;
  /** Address lines from the name down, in order of names; without addresses only the name. */
  people: readonly (readonly string[])[];
}

const MOST_PEOPLE = 5_000;
const LIMITS = { timeMs: 30_000, memoryMb: 512 };

/** Who gets a letter instead of a mail, on A4, with a box to tick for each. */
export async function letterList({
  clubName,
  accentColor,
  subject,
  printed,
  people,
}: LetterList): Promise<Buffer> {
  if (people.length > MOST_PEOPLE) {
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_MANY_PEOPLE",
      detail: `Für eine Briefliste sind das zu viele Personen (höchstens ${MOST_PEOPLE.toLocaleString("de")}). Bitte wählen Sie einzelne Gruppen.`,
    });
  }
  const one = people.length === 1;
  const count = one ? "Eine Person hat" : `${people.length.toLocaleString("de")} Personen haben`;
  const sentence =
    people.length === 0
      ? []
      : [
          `${count} keine E-Mail-Adresse und ${one ? "bekommt" : "bekommen"} die Nachricht auf Papier.`,
        ];
  return printedList(
    {
      clubName,
      accentColor,
      title: "Briefliste",
      lead: [...(subject === null ? [] : [`Nachricht: ${subject}`]), ...sentence],
      footer: `Stand ${printed}`,
      empty: "Alle haben eine E-Mail-Adresse. Es ist kein Brief nötig.",
      headings: ["Nr.", "Name", "Anschrift", "Erledigt"],
      widths: [24, 170, "*", 50],
      sections: [
        {
          title: "",
          rows: people.map(([name = "", ...address], index) => [
            { quiet: String(index + 1) },
            name,
            address.join("\n"),
            { box: true as const },
          ]),
        },
      ],
    },
    LIMITS,
  );
}
