import { AppError } from "#platform/server/http/app-error.ts";
import { printedList } from "#platform/server/documents/printed-list.ts";

/** What the paper shows; texts are German already. */
export interface UnreachableList {
  clubName: string;
  /** `#rrggbb` */
  accentColor: string;
  title: string;
  when: string;
  printed: string;
  /** Else the list has names alone. */
  withContacts: boolean;
  people: readonly {
    name: string;
    address: readonly string[];
    phones: readonly string[];
    family: string | null;
  }[];
}

const MOST_PEOPLE = 1_000;
const LIMITS = { timeMs: 30_000, memoryMb: 512 };

/** Who has to be told by letter or telephone, on A4, with a box to tick for each. */
export async function unreachableList(list: UnreachableList): Promise<Buffer> {
  const { clubName, accentColor, title, when, printed, withContacts, people } = list;
  if (people.length > MOST_PEOPLE) {
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_MANY_PEOPLE",
      detail: `Für eine Liste sind das zu viele Personen (höchstens ${MOST_PEOPLE.toLocaleString("de")}).`,
    });
  }
  const contacts = withContacts
    ? []
    : ["Anschriften und Telefonnummern hat, wer die Mitglieder sehen darf."];
  return printedList(
    {
      clubName,
      accentColor,
      title: `${title}: nicht erreichbar`,
      lead: [when, "Ohne E-Mail und ohne Zugang. Bitte anrufen oder schreiben.", ...contacts],
      footer: `Stand ${printed}`,
      empty: "Alle Eingeladenen sind per E-Mail oder nach dem Anmelden erreichbar.",
      headings: ["Nr.", "Name", "Telefon", "Anschrift", "Erledigt"],
      widths: [24, 150, 110, "*", 50],
      sections: [
        {
          title: "",
          rows: people.map(({ name, address, phones, family }, index) => [
            { quiet: String(index + 1) },
            family === null ? name : `${name}\nFamilie: ${family}`,
            phones.join("\n"),
            address.join("\n"),
            { box: true as const },
          ]),
        },
      ],
    },
    LIMITS,
  );
}
