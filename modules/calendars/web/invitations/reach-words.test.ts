import { expect, test } from "vitest";
import { inviteSentence, toldSentence } from "./reach-words.ts";

const NOBODY = { people: 0, mailed: 0, inApp: 0, unreachableCount: 0, unreachable: [] };

test("numbers of people and of mails are told apart", () => {
  const many = { ...NOBODY, people: 1_104, mailed: 6, inApp: 1_071, unreachableCount: 27 };
  expect(inviteSentence(many, 0)).toBe(
    "1.104 Personen werden eingeladen und erfahren es: 6 per E-Mail, 1.071 nach dem Anmelden, 27 auf keinem Weg.",
  );
  expect(inviteSentence({ ...NOBODY, people: 1, mailed: 1 }, 2)).toBe(
    "1 Person wird eingeladen und erfährt es: 1 per E-Mail. 2 Personen sind schon eingeladen.",
  );
  expect(inviteSentence(NOBODY, 1)).toBe(
    "Niemand wird neu eingeladen. 1 Person ist schon eingeladen.",
  );
  expect(toldSentence({ ...NOBODY, people: 12, mailed: 9, inApp: 2, unreachableCount: 1 })).toBe(
    "12 Personen sind eingeladen und erfahren es: 9 per E-Mail, 2 nach dem Anmelden, 1 auf keinem Weg.",
  );
});
