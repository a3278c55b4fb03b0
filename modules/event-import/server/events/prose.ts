import { findDates, type DateExpression } from "../dates/date-expressions.ts";
import { weekdayNumber } from "../dates/date-words.ts";
import { findTimes, beginAndEnd, WHOLE_DAY, type TimeOfDay } from "../dates/times.ts";
import { cleanTitle, titleAndPlace, withoutPreposition } from "./title-and-place.ts";
import { GENERAL_NOUN, isEventWord, isNoEvent, isPlace } from "./vocabulary.ts";
import { NOUNS, TEXTS } from "../tuning.ts";

/** An event told in a sentence. */
export interface ProseEvent {
  expression: DateExpression;
  start: TimeOfDay | null;
  end: TimeOfDay | null;
  /** The words leave open whether morning or evening is meant. */
  guessedTime: boolean;
  wholeDay: boolean;
  title: string;
  guessedTitle: boolean;
  location: string | null;
  sentence: string;
}

const VERBS =
  /(?<!\p{L})(?:wir|uns|euch|ihr|sich|man|ist|sind|wird|werden|war|waren|wurde|wurden|hat|haben|findet|finden|lädt|laden|einladen|startet|beginnt|wollen|möchten|gibt|geht|steht|stehen|kommt|kommen|trifft|bietet|bieten|veranstaltet|veranstalten|feiert|fährt|freuen|müssen|können|kann|soll|sollen|darf)(?!\p{L})/iu;

/** True for running text, false for the entries of a list. */
export function isSentence(text: string): boolean {
  return VERBS.test(text.replace(/\([^)]*\)/g, ""));
}

/**
 * The sentences of a paragraph; the dots of dates, times and abbreviations end none, nor do ends of
 * lines.
 */
export function sentencesOf(paragraph: string): string[] {
  const text = paragraph.replace(/[^\S\n]+/g, " ");
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(/[.!?]["“”)]?\s+(?=["„(]?\p{Lu})/gu)) {
    const before = text.slice(from, match.index);
    const after = text.slice(match.index + match[0].length);
    if (
      match[0].startsWith(".") &&
      /(?:\d|(?<!\p{L})(?:\p{L}|st|str|dr|nr|ca|bzw|usw|tel|evtl|inkl|max|mo|di|mi|do|fr|sa|so|jan|feb|apr|aug|sept?|okt|nov|dez|abt|hl|ev|kath|e\.\s?v))$/iu.test(
        before,
      ) &&
      !(
        /\p{L}{2}\.?\s\d{1,2}$/u.test(before) === false &&
        /^\p{Lu}\p{Ll}+\s(?!\d)/u.test(after) &&
        /\d{3,}$/.test(before)
      )
    )
      continue;
    found.push(text.slice(from, match.index + match[0].length).trim());
    from = match.index + match[0].length;
  }
  found.push(text.slice(from).trim());
  return found.filter((sentence) => sentence !== "");
}

/** The events of a paragraph of running text. */
export function eventsInProse(paragraph: string, emphasis: readonly string[]): ProseEvent[] {
  const points = paragraph
    .split(/\n(?=\d{1,2}\.\s+\p{Lu}|[•●▪–-]\s)/u)
    .map((point) =>
      point
        .replace(/\s+/g, " ")
        .replace(/^\d{1,2}\.\s(?=\p{Lu}\p{Ll}+[\s:])(?!\p{L}+\s\d{4})/u, ""),
    );
  const sentences = points.flatMap(sentencesOf);
  const events: ProseEvent[] = [];
  sentences.forEach((sentence, index) => {
    const dates = findDates(sentence);
    const real = dates.filter(
      (date, i) =>
        !isNoEvent(
          sentence.slice(dates[i - 1]?.to ?? 0, date.from),
          sentence.slice(date.to, dates[i + 1]?.from),
        ),
    );
    const before = titlesBefore(sentence, real);
    real.forEach((expression, i) => {
      // Several events in one sentence: each has the words up to the next date.
      const to = real[i + 1]?.from ?? sentence.length;
      const from = i === 0 ? 0 : expression.from;
      const times = findTimes(sentence, dates).filter(
        (time) => time.from >= from && time.from < to,
      );
      // "Beginn ist um 15 Uhr." stands in a sentence of its own.
      const later =
        times.length > 0 || WHOLE_DAY.test(sentence) || i < real.length - 1
          ? []
          : timesAlone(sentences[index + 1]);
      const { start, end, used } = beginAndEnd([...times, ...later]);
      const own = blanked(sentence.slice(from, to), sentence, from);
      const named = before?.[i];
      const directly =
        named === undefined
          ? titleAfterColon(sentence, expression, to)
          : { title: named, location: null, guessed: false };
      const around = {
        before: sentences.slice(0, index),
        after: sentences.slice(index + 1, index + 2),
      };
      const told = directly ?? titleInWords(own, around, emphasis);
      events.push({
        expression,
        start,
        end,
        guessedTime: used.some(({ guessed }) => guessed),
        wholeDay: WHOLE_DAY.test(sentence),
        title: told.title,
        guessedTitle: told.guessed,
        location:
          told.location ??
          placeIn(own) ??
          around.after
            .map((next) => (findDates(next).length === 0 ? placeIn(next) : null))
            .find((place) => place !== null) ??
          null,
        sentence,
      });
    });
  });
  return events;
}

/** "Anfischen 25. April, Königsfischen 14. Juni": each date follows what it is of. */
export function titlesBefore(sentence: string, dates: readonly DateExpression[]): string[] | null {
  const last = dates.at(-1);
  if (
    last === undefined ||
    dates.length < 2 ||
    /\p{L}{2}/u.test(withoutTimes(sentence.slice(last.to)))
  )
    return null;
  const titles = dates.map((date, i) => {
    const part = sentence.slice(dates[i - 1]?.to ?? 0, date.from);
    return cleanTitle(withoutTimes(i === 0 ? part.slice(part.lastIndexOf(":") + 1) : part));
  });
  return titles.every(
    (title) =>
      /^["„]?\p{Lu}\p{L}{2}/u.test(title) &&
      title.split(/\s+/).length <= TEXTS.mostTitleWords &&
      !isSentence(title),
  )
    ? titles
    : null;
}

function withoutTimes(text: string): string {
  return findTimes(text).reduceRight(
    (rest, { from, to }) => `${rest.slice(0, from)} ${rest.slice(to)}`,
    text,
  );
}

/**
 * True when a sentence may tell of something over ("holten", "fand … statt"); only of use for days
 * that are.
 */
export function isPast(sentence: string): boolean {
  return (
    /(?<!\p{L})(?:war|waren|wurde|wurden|fand|fanden|gab|gaben|ging|gingen|kam|kamen|nahm|nahmen|gewann|gewannen|trat|traten|begann|begannen|vergangene[nmrs]?)(?!\p{L})/u.test(
      sentence,
    ) ||
    /(?<!\p{L})(?!bitte|heute|könnte|möchte|sollte|nächste|letzte|erste|zweite|dritte|beste)\p{Ll}{2,}ten?(?!\p{L})/u.test(
      sentence,
    )
  );
}

function timesAlone(sentence: string | undefined): ReturnType<typeof findTimes> {
  const isAboutBegin =
    sentence !== undefined &&
    /^(?:beginn|los\s|start|treff|wir treffen|abfahrt|einlass|um\s|ab\s|geöffnet|anpfiff)/iu.test(
      sentence,
    ) &&
    findDates(sentence).length === 0;
  return isAboutBegin ? findTimes(sentence) : [];
}

/** The text with its dates and times blanked out. */
function blanked(part: string, sentence: string, offset: number): string {
  let text = part;
  const dates = findDates(sentence);
  for (const { from, to } of [...dates, ...findTimes(sentence, dates)]) {
    const a = Math.max(0, from - offset);
    const b = Math.min(text.length, to - offset);
    if (b > a) text = text.slice(0, a) + " ".repeat(b - a) + text.slice(b);
  }
  return text.replace(WHOLE_DAY, (word) => " ".repeat(word.length));
}

/** "Samstag, 14. März, 19.30 Uhr: Jahreshauptversammlung im Gasthof Hirsch" */
function titleAfterColon(
  sentence: string,
  expression: DateExpression,
  to: number,
): { title: string; location: string | null; guessed: boolean } | null {
  let rest = sentence.slice(expression.to, to);
  const times = findTimes(`···${rest}`).map((time) => ({ from: time.from - 3, to: time.to - 3 }));
  let head = 0;
  for (const time of times)
    if (/^[\s,(]*(?:jeweils\s+)?$/u.test(rest.slice(head, time.from))) head = time.to;
  rest = rest.slice(head);
  const colon = /^[\s,)]*(?:ganztägig)?[\s,)]*(?::|–|—)\s+(?=["„]?\p{Lu})/iu.exec(rest);
  if (colon === null) return null;
  rest = rest.slice(colon[0].length);
  if (isSentence(rest)) return null;
  const { title, location } = titleAndPlace(rest);
  return title === "" ? null : { title, location, guessed: false };
}

interface Candidate {
  text: string;
  score: number;
}

function titleInWords(
  own: string,
  around: { before: readonly string[]; after: readonly string[] },
  emphasis: readonly string[],
): { title: string; location: null; guessed: boolean } {
  const candidates = [
    ...nounsOf(own, emphasis).map(({ text, score }) => ({
      text,
      score: score + NOUNS.sameSentence,
    })),
    ...around.after.flatMap((sentence) =>
      findDates(sentence).length > 0
        ? []
        : nounsOf(sentence, emphasis).map(({ text, score }) => ({
            text,
            score: score + NOUNS.nextSentence,
          })),
    ),
    ...around.before.slice(-1).flatMap((sentence) => nounsOf(sentence, emphasis)),
  ].filter(({ score }) => score >= NOUNS.threshold);
  const best = candidates.reduce<Candidate | null>(
    (top, next) => (top === null || next.score > top.score ? next : top),
    null,
  );
  if (best !== null && !GENERAL_NOUN.test(best.text))
    return { title: best.text, location: null, guessed: false };
  const topic = around.before.toReversed().flatMap(subjectsOf)[0];
  if (best !== null && topic !== undefined)
    return { title: `${topic} (${best.text})`, location: null, guessed: false };
  if (best !== null) return { title: best.text, location: null, guessed: true };
  if (topic !== undefined) return { title: topic, location: null, guessed: true };
  // "Am Volkstrauertag, 15. November, singen wir …": the day's own name stands before its date.
  const day = /^\s*(?:am|an)\s+(\p{Lu}[\p{L}-]+),\s+,/iu.exec(own)?.[1];
  if (day !== undefined && weekdayNumber(day) === undefined)
    return { title: day, location: null, guessed: true };
  return {
    title: cleanTitle(own.replace(/\s+/g, " ").replace(/(?:\s?,)+/g, ",")).slice(
      0,
      TEXTS.mostTitle,
    ),
    location: null,
    guessed: true,
  };
}

/** Nouns that may name the event, with how much speaks for them. */
function nounsOf(sentence: string, emphasis: readonly string[]): Candidate[] {
  const found: Candidate[] = [];
  for (const match of sentence.matchAll(
    /(?:„[^“”"]+[“”"]|\p{Lu}[\p{L}\d-]*(?:\s(?:der|des|mit|für)\s(?:\p{Ll}+en\s)?\p{Lu}[\p{L}-]+(?=[\s.,!?:]|$))?)/gu,
  )) {
    const text = match[0];
    const head = text.split(/\s/)[0] ?? text;
    const before = sentence.slice(0, match.index);
    let score = 0;
    if (isEventWord(head)) score += NOUNS.eventWord;
    if (/(?:zum|zur|unser|unsere|unseren|unserem|unserer)\s(?:\p{Ll}+\s){0,2}$/iu.test(before))
      score += NOUNS.invited;
    if (
      /(?:ist|findet|steht|folgt|gibt es|veranstaltet|veranstalten wir|feiern wir|feiert)[^.!?]{0,40}\s(?:das|der|die|ein|eine|einen|den)\s(?:\p{Ll}+\s){0,2}$/iu.test(
        before,
      )
    )
      score += NOUNS.announced;
    else if (/(?:^|\s)(?:das|der|die|ein|eine|einen|den|dem)\s(?:\p{Ll}+\s){0,2}$/iu.test(before))
      score += NOUNS.article;
    if (emphasis.some((run) => run.includes(head))) score += NOUNS.emphasised;
    if (
      /(?:^|\s)(?:im|in der|in den|am|auf dem|auf der|an der|beim|rund um das|seit|vom)\s(?:\p{Ll}+\s)?$/iu.test(
        before,
      )
    )
      score += NOUNS.afterPlaceWord;
    if (isPlace(head)) score += NOUNS.place;
    if (text.startsWith("„")) score += NOUNS.quoted;
    if (/\([^)]*$/.test(before)) score += NOUNS.bracketed;
    if (/^zum$/iu.test(before.trim()) && head.endsWith("tag")) score += NOUNS.dayAfterTo;
    if (score > 0)
      found.push({
        text: isEventWord(head) ? text : head,
        score: score + found.length * NOUNS.perNounBefore,
      });
  }
  return found;
}

/** "Das Sportabzeichen kann …": what a sentence is about. */
function subjectsOf(sentence: string): string[] {
  const match = /^(?:Das|Der|Die|Unser|Unsere|Ein|Eine)\s(?:\p{Ll}+\s){0,2}(\p{Lu}[\p{L}-]+)/u.exec(
    sentence,
  );
  return match?.[1] === undefined ? [] : [match[1]];
}

/** "in der Turn- und Festhalle", "am Baggersee" */
export function placeIn(text: string): string | null {
  let guess: string | null = null;
  for (const match of text.matchAll(
    /(?<!\p{L})(?:im|in der|in den|in|am|auf dem|auf der|an der|beim|bei der|vor dem|vor der|rund um das|rund um die)\s+((?:\p{Ll}+en\s+)?\p{Lu}[\p{L}.-]*(?:(?:\s+und|\s+(?:am|an|im|in|zum|zur|der|des|den)|\s+bei)?\s+\p{Lu}[\p{L}.-]*)*)/gu,
  )) {
    const place = match[1] ?? "";
    if (isPlace(place)) return withoutPreposition(cleanTitle(place));
    guess ??= null;
  }
  const afterComma = text
    .split(/,\s+/)
    .slice(1)
    .map(cleanTitle)
    .find((chunk) => isPlace(chunk) && chunk.split(" ").length <= TEXTS.mostPlaceWordsAfterComma);
  return afterComma ?? guess;
}

/**
 * The event that a heading or a sentence above a date speaks of: "Einladung zur Hauptversammlung".
 */
export function eventNamedIn(text: string, emphasis: readonly string[]): string | null {
  const best = sentencesOf(text.replace(/\s+/g, " "))
    .flatMap((sentence) => nounsOf(sentence, emphasis))
    .filter(
      ({ text: noun, score }) =>
        score >= NOUNS.threshold &&
        isEventWord(noun.split(/\s/)[0] ?? noun) &&
        !GENERAL_NOUN.test(noun),
    )
    .reduce<Candidate | null>(
      (top, next) => (top === null || next.score > top.score ? next : top),
      null,
    );
  return best?.text ?? null;
}
