import { describe, expect, test } from "vitest";
import { hourInWords } from "./hour-words.ts";
import { findTimes } from "./times.ts";

/** Every hour in words, on a clock face of its own: minutes after twelve. */

const HOURS = "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" ");
const FRACTIONS: readonly [words: string, minutes: number][] = [
  ["halb", -30],
  ["dreiviertel", -15],
  ["viertel vor", -15],
  ["viertel nach", 15],
];
const face = (words: string) => {
  const said = hourInWords(words);
  return said === null ? null : (said.time.hour * 60 + said.time.minute) % 720;
};
const all = HOURS.flatMap((hour, index) => [
  { words: `${hour === "eins" ? "ein" : hour} uhr`, minutes: (index + 1) * 60 },
  ...FRACTIONS.map(([fraction, minutes]) => ({
    words: `${fraction} ${hour}`,
    minutes: (index + 1) * 60 + minutes,
  })),
]);

describe.each(all)("$words", ({ words, minutes }) => {
  test("is where the clock's hands say, whatever part of the day is meant", () => {
    for (const part of ["", " abends", " morgens", " nachmittags", " am vormittag"])
      expect(face(words + part)).toBe(minutes % 720);
  });

  test("is found in a sentence", () => {
    const sentence = `Wir treffen uns um ${words} im Vereinsheim.`;
    const [time] = findTimes(sentence);
    expect(time?.start).toEqual(hourInWords(words)?.time);
    expect(sentence.slice(time?.from, time?.to)).toContain(words);
  });

  test("is a guess only without the part of the day", () => {
    expect(hourInWords(words)?.guessed).toBe(true);
    expect(hourInWords(`${words} abends`)?.guessed).toBe(false);
    expect(hourInWords(`${words} morgens`)?.guessed).toBe(false);
  });
});

test.each([
  ["halb acht", { hour: 19, minute: 30 }],
  ["halb zehn", { hour: 9, minute: 30 }],
  ["sieben uhr morgens", { hour: 7, minute: 0 }],
  ["ein uhr nachts", { hour: 1, minute: 0 }],
  ["elf uhr nachts", { hour: 23, minute: 0 }],
  ["viertel nach 19", { hour: 19, minute: 15 }],
])("%s is meant at", (words, time) => expect(hourInWords(words)?.time).toEqual(time));

test.each(["halb", "halb fünfundzwanzig", "viertel vor 25", "acht"])("%s is no time", (words) => {
  expect(findTimes(`um ${words}.`)).toEqual([]);
});
