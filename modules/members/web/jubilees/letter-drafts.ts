import { type Jubilee, jubileeKind } from "../../contract.ts";

/** What a letter says, before each person's own values are in it. */
export interface LetterDraft {
  subject: string;
  text: string;
}

type Kind = Jubilee["kind"] | "MIXED";

const CLOSING = "Mit freundlichen Grüßen";

const SUGGESTIONS: Readonly<Record<Kind, LetterDraft>> = {
  BIRTHDAY: {
    subject: "Herzlichen Glückwunsch zum Geburtstag",
    text: `zu Ihrem {Anlass} am {Datum} gratulieren wir Ihnen herzlich. Wir wünschen Ihnen Gesundheit und Freude und sind froh, Sie in unseren Reihen zu haben.\n\n${CLOSING}`,
  },
  MEMBERSHIP: {
    subject: "Dank für Ihre Treue",
    text: `am {Datum} sind Sie {Anlass}. Für diese Treue danken wir Ihnen herzlich.\n\n${CLOSING}`,
  },
  MIXED: {
    subject: "Herzlichen Glückwunsch",
    text: `am {Datum} gibt es etwas zu feiern: {Anlass}. Dazu gratulieren wir Ihnen herzlich.\n\n${CLOSING}`,
  },
};

/** Returns what kind of letter fits these occasions. */
export function letterKind(rows: readonly Jubilee[]): Kind {
  const kinds = new Set(rows.map(({ kind }) => kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? jubileeKind.parse(kind) : "MIXED";
}

const keyOf = (kind: Kind) => `letter.${kind}`;

/** Returns the letter that was last written for this kind here, else a suggestion. */
export function readDraft(kind: Kind): LetterDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(kind)) ?? "null");
    if (isDraft(kept)) return kept;
  } catch {
    // Not readable: the suggestion is as good.
  }
  return SUGGESTIONS[kind];
}

/** Keeps a letter in this browser for the next year. */
export function keepDraft(kind: Kind, draft: LetterDraft): void {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify(draft));
  } catch {
    // No room or not allowed: it is written anew next time.
  }
}

function isDraft(value: unknown): value is LetterDraft {
  return (
    typeof value === "object" &&
    value !== null &&
    "subject" in value &&
    typeof value.subject === "string" &&
    "text" in value &&
    typeof value.text === "string"
  );
}
