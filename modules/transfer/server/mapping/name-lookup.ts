/**
 * Letters and digits only, umlauts and their spellings as one: `Geb.-Dat.` and `gebdat`, `Straße`
 * and `Strasse`.
 */
export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/([aou])e/g, "$1")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** A field and the names of columns that hold it, parted by commas; the first are the surest. */
export type FieldNames = readonly [field: string, names: string];

interface Known {
  field: string;
  /** 0 is the surest. */
  rank: number;
}

/**
 * What forms say about how to fill a column in: `Geburtsdatum (TT.MM.JJJJ)`, `E-Mail (freiwillig)`.
 */
const HOW_TO_FILL_IN =
  /[([]\s*(?:[tdmjy]{1,4}(?:[.\-/ ]+[tdmjy]{1,4}){1,2}\.?|optional|freiwillig|pflicht(?:feld|angabe)?|falls vorhanden|bitte .*|z\. ?b\. .*|[^()=]{1,12}=[^()]*|bitte ankreuzen)\s*[)\]]/gi;

/** Returns a heading without what it says about how to fill the column in. */
export function withoutFillingIn(heading: string): string {
  return heading.replace(HOW_TO_FILL_IN, " ");
}

/**
 * Finds fields by the names of columns: compared without case, umlauts, spaces and signs (see
 * `nameKey`). It knows no more than it is given, so that readers of files start quickly.
 */
export class NameLookup {
  readonly #known = new Map<string, Known[]>();

  constructor(all: readonly FieldNames[]) {
    for (const [field, names] of all)
      for (const [rank, name] of names.split(",").entries()) {
        const key = nameKey(name);
        const known = this.#known.get(key) ?? [];
        if (!known.some((other) => other.field === field)) known.push({ field, rank });
        this.#known.set(key, known);
      }
  }

  /**
   * Returns the fields that a column of this name may hold, the likeliest first. `Person->Nachname`
   * is looked up whole, then its end.
   */
  fieldsNamed(column: string): Known[] {
    const parts = withoutFillingIn(column).split("->");
    for (let from = 0; from < parts.length; from++) {
      const found = this.#fieldsOf(nameKey(parts.slice(from).join(" ")));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Returns whether a text is what some column would be called. */
  isKnown(text: string): boolean {
    return this.fieldsNamed(text).length > 0;
  }

  #fieldsOf(key: string): Known[] {
    // `Privat: Vorname` is the first name all the same; `E-Mail 1` and `Telefon (1)` are the first
    // of several.
    const known =
      this.#known.get(key) ??
      this.#known.get(key.replace(/1$/, "")) ??
      this.#known.get(key.replace(/^(?:privat|person|mitglied|kontakt|stammdaten)e?/, ""));
    if (known !== undefined) return known.toSorted((a, b) => a.rank - b.rank);
    // Of groups every one counts: `Abteilung 2`.
    return (
      this.#known.get(key.replace(/[2-9]$/, ""))?.filter(({ field }) => field === "groups") ?? []
    );
  }
}
