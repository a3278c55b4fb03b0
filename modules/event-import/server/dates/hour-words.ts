import { TIMES } from "../tuning.ts";
import type { TimeOfDay } from "./times.ts";

const HOURS = [
  "eins",
  "zwei",
  "drei",
  "vier",
  "fünf",
  "sechs",
  "sieben",
  "acht",
  "neun",
  "zehn",
  "elf",
  "zwölf",
];
const HOUR = `(?:${HOURS.join("|")}|ein(?=\\suhr)|\\d{1,2}(?![\\d.:]))`;
const PART =
  "(?:\\s(?:abends|morgens|früh|vormittags|nachmittags|mittags|nachts|am\\s(?:abend|nachmittag|morgen|vormittag)))?";

/**
 * Source of a regular expression, for the flags `iu`: "halb acht", "Viertel nach sieben", "sieben
 * Uhr abends".
 */
export const HOUR_WORD = `(?:(?:halb|dreiviertel|viertel\\s(?:vor|nach))\\s${HOUR}(?:\\suhr)?${PART}|(?:${HOURS.join("|")}|ein)\\suhr${PART})`;

/**
 * What such words say. Without a word on the part of the day, clubs meet in the afternoon or
 * evening: a guess.
 */
export function hourInWords(words: string): { time: TimeOfDay; guessed: boolean } | null {
  const plain = words.toLowerCase();
  const said = new RegExp(`(?:^|\\s)(${HOUR})(?:\\suhr)?${PART}$`, "u").exec(plain)?.[1];
  if (said === undefined) return null;
  const named = HOURS.indexOf(said === "ein" ? "eins" : said) + 1;
  const hour = named > 0 ? named : Number(said);
  if (hour > 24) return null;
  let minutes = hour * 60;
  if (plain.startsWith("halb")) minutes -= 30;
  else if (plain.startsWith("dreiviertel") || plain.startsWith("viertel vor")) minutes -= 15;
  else if (plain.startsWith("viertel nach")) minutes += 15;
  if (hour > 12)
    return { time: { hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 }, guessed: false };
  const isLate =
    /(?:abend|nachmittag)/u.test(plain) || (/nachts/u.test(plain) && hour > TIMES.lastHourOfNight);
  const isEarly = /(?:morgen|früh|vormittag|mittags|nachts)/u.test(plain) && !isLate;
  if (isLate || (!isEarly && minutes < TIMES.firstHour * 60)) minutes += 12 * 60;
  return {
    time: { hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 },
    guessed: !isLate && !isEarly,
  };
}
