import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventsInProse, placeIn, sentencesOf } from "./prose.ts";
import { cleanTitle, titleAndPlace, withoutPreposition } from "./title-and-place.ts";
import { isClosure, isEventWord, isPlace } from "./vocabulary.ts";

/** Words of an entry, with and without a meaning for the reader. */
const word = fc.oneof(
  fc.constantFrom(
    ..."Sommerfest Chorprobe Vereinsheim Festhalle im in der zum am Wir laden ein findet statt Gasthof Hirsch Eintritt frei 12 € Ort: Treffpunkt: ( ) „ “ , ; : – · . 14. März 2026 19.30 Uhr bis abgesagt kein Beginn".split(
      " ",
    ),
    "\n",
    "\t",
  ),
  fc.string({ maxLength: 5, unit: "binary" }),
);
const text = fc.array(word, { maxLength: 24 }).map((words) => words.join(" "));
const squashed = (of: string) => of.replace(/\s+/gu, "");
const lettersOf = (of: string) => of.match(/\p{L}+/gu) ?? [];
const TITLES = ["Sommerfest", "Chorkonzert", "Jahreshauptversammlung", "Flohmarkt", "Zeltlager"];
const PLACES = ["Vereinsheim", "Festhalle", "Gasthof Hirsch", "Turn- und Festhalle"];

describe("sentences", () => {
  test("are the text, divided: nothing is lost, added or moved", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(squashed(sentencesOf(given).join(""))).toBe(squashed(given));
      }),
    );
  });

  test("dots of dates, times and abbreviations end none", () => {
    const inside = fc.constantFrom(
      "am 14. März",
      "um 19.30 Uhr",
      "bei St. Martin",
      "am 8., 15. und 22. Juni",
      "ca. Mitternacht",
    );
    fc.assert(
      fc.property(fc.array(inside, { minLength: 1, maxLength: 4 }), (parts) => {
        const sentence = `Wir treffen uns ${parts.join(" und ")}.`;
        expect(sentencesOf(`${sentence} Bitte bringt Kuchen mit.`)).toEqual([
          sentence,
          "Bitte bringt Kuchen mit.",
        ]);
      }),
    );
  });
});

describe("title and place", () => {
  test("whatever is written: each word of title, place and remarks stands there", () => {
    fc.assert(
      fc.property(text, (given) => {
        const { title, location, rest } = titleAndPlace(given);
        const all = squashed(given);
        for (const part of [title, location ?? "", ...rest])
          for (const letters of lettersOf(part)) expect(all).toContain(letters);
      }),
    );
  });

  test("are told apart by any of the marks that people put between", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TITLES),
        fc.constantFrom(...PLACES),
        fc.constantFrom(", ", " – ", " | ", "\t", "; ", " · ", "\n", ", Ort: ", ", im "),
        (title, place, mark) => {
          const told = titleAndPlace(title + mark + place);
          expect(told).toMatchObject({ title, location: place, rest: [] });
        },
      ),
    );
  });

  test("a price is neither, wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TITLES),
        fc.constantFrom(...PLACES),
        fc.constantFrom("Eintritt 12 €", "VVK 8 Euro", "Eintritt frei", "5,50 €"),
        fc.boolean(),
        (title, place, price, isFirst) => {
          const parts = isFirst ? [price, title, place] : [title, place, price];
          expect(titleAndPlace(parts.join(", "))).toMatchObject({
            title,
            location: place,
            rest: [price],
          });
        },
      ),
    );
  });

  test("no title begins or ends with a mark or a blank", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(cleanTitle(given)).not.toMatch(/^[\s,;:·•|*]|[\s,;·•|*]$/u);
      }),
    );
  });

  test("a place loses its preposition and nothing else", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLACES),
        fc.constantFrom("im ", "in der ", "am ", "auf dem ", "beim ", "Ort: ", ""),
        (place, preposition) => {
          expect(withoutPreposition(preposition + place)).toBe(place);
          expect(isPlace(preposition.replace("Ort: ", "") + place)).toBe(true);
        },
      ),
    );
  });
});

describe("events told in sentences", () => {
  test("whatever is written: each word of titles and places stands there", () => {
    fc.assert(
      fc.property(text, fc.array(fc.constantFrom(...TITLES), { maxLength: 2 }), (given, bold) => {
        const all = squashed(given);
        for (const { title, location, sentence } of eventsInProse(given, bold)) {
          for (const part of [title, location ?? "", sentence])
            for (const letters of lettersOf(part)) expect(all).toContain(letters);
        }
        const place = placeIn(given);
        if (place !== null) for (const letters of lettersOf(place)) expect(all).toContain(letters);
      }),
    );
  });

  test("as many sentences as events, in their order", () => {
    const event = fc.record({
      title: fc.constantFrom(...TITLES),
      day: fc.integer({ min: 1, max: 28 }),
      month: fc.constantFrom("Januar", "März", "Mai", "Juli", "Dezember"),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), (events) => {
        const told = events
          .map(({ title, day, month }) => `Am ${day}. ${month} findet unser ${title} statt.`)
          .join(" ");
        expect(
          eventsInProse(told, []).map(({ title, expression }) => [
            title,
            expression.days.map(({ day }) => day),
          ]),
        ).toEqual(events.map(({ title, day }) => [title, [day]]));
      }),
    );
  });

  test.each([
    "Anmeldung bis spätestens 14. März 2026 bei Familie Muster.",
    "Redaktionsschluss ist der 1. Mai 2026.",
    "Der Beitrag wird am 15. Februar 2026 eingezogen.",
    "Unser Ehrenmitglied ist am 3. Januar 2026 verstorben.",
  ])("none is told by: %s", (sentence) => {
    expect(eventsInProse(sentence, [])).toEqual([]);
  });
});

describe("words", () => {
  test("of events keep their meaning in compounds, and places are none", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("Frühlings", "Vereins", "Kinder", "Advents", "Bezirks"),
        fc.constantFrom("fest", "konzert", "versammlung", "turnier", "wanderung", "markt"),
        (first, last) => {
          expect(isEventWord(first + last)).toBe(true);
          expect(isPlace(first + last)).toBe(false);
        },
      ),
    );
  });

  test.each(["Sonntag", "Beitrag", "Geburtstag", "Feiertag", "Vertrag"])("%s is no event", (name) =>
    expect(isEventWord(name)).toBe(false),
  );

  test.each(["Sommerferien", "Halle geschlossen", "kein Training", "Probe entfällt"])(
    "%s is nothing to go to",
    (name) => expect(isClosure(name)).toBe(true),
  );
});
