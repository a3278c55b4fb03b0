import { expect, test } from "vitest";
import { audienceSentence, namesOf } from "./audience-words.ts";

const nobody = {
  count: 0,
  doubles: 0,
  withMail: 0,
  mailOff: 0,
  withoutMailCount: 0,
  withoutMail: [],
  leftOutCount: 0,
  leftOut: [],
  people: [],
  groups: [],
  sets: [],
};

test("the head count says how the message reaches people", () => {
  expect(audienceSentence(nobody)).toBe("So geht die Nachricht an niemanden.");
  expect(audienceSentence({ ...nobody, count: 1, withMail: 1 })).toBe(
    "Geht an 1 Person, auch per E-Mail.",
  );
  expect(audienceSentence({ ...nobody, count: 1200, withMail: 1200 })).toBe(
    "Geht an 1.200 Personen, an alle auch per E-Mail.",
  );
  expect(
    audienceSentence({ ...nobody, count: 23, withMail: 20, mailOff: 2, withoutMailCount: 1 }),
  ).toBe(
    "Geht an 23 Personen: 20 auch per E-Mail, 2 nur hier, weil E-Mails abgeschaltet sind, 1 ohne E-Mail-Adresse.",
  );
});

test("long lists of names end in a number", () => {
  expect(namesOf([{ firstname: "Ute", lastname: "Groß" }], 1)).toBe("Ute Groß");
  expect(namesOf([{ firstname: "Ute", lastname: "Groß" }], 1201)).toBe(
    "Ute Groß und 1.200 weitere",
  );
});
