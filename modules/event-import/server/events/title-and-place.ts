import { isEventWord, isPlace } from "./vocabulary.ts";
import { TEXTS } from "../tuning.ts";

export interface TitleAndPlace {
  title: string;
  location: string | null;
  /** What is neither. */
  rest: string[];
  /** The place was told by its position only. */
  guessedPlace: boolean;
}

const LABELLED_PLACE =
  /^(?:ort|wo|veranstaltungsort|treffpunkt|treff|abfahrt|start|startpunkt)\s*:\s*/iu;
const NOTE =
  /^(?:mit|inkl|eintritt|kosten|anmeldung|anmelden|info|infos|leitung|bitte|für|um|gegen|nur|auch|ab|bis|karten|vvk|vorverkauf|unkostenbeitrag|teilnahme|kontakt|tel|änderungen|einlass|abfahrt\s+\d|beginn|ende|ca|danach|anschließend|musik|referent|verantwortlich|organisation|es)(?![\p{L}])/iu;
/** "Eintritt 12 €", "VVK 8 Euro", "Eintritt frei": never what happens, and no place. */
const PRICE =
  /^(?:(?:eintritt|kosten|preis|unkostenbeitrag|vvk|vorverkauf|ak|abendkasse|karten|startgeld|teilnahmegebühr|kostenbeitrag)(?!\p{L})[^\p{L}]*(?:\d|frei(?!\p{L})|kostenlos)|\d+(?:[.,]\d\d?|,[–-])?\s?(?:€|euro|eur)(?!\p{L}))/iu;
/** What stays of "am Samstag, 19. Juni" without its date: no words of their own. */
const LEFT_OVER = /^(?:am|um|ab|vom|von|bis|zum|und|jeweils|den|dem|der|gegen|ca\.?)$/iu;
const PREPOSITION =
  /\s(?=(?:im|in der|in den|in|am|auf dem|auf der|an der|beim|bei der|bei|vor dem|vor der|rund um das|rund um die)\s+\p{Lu})/u;

/**
 * Divides the words of an entry, its dates and times taken out, by the marks that people put
 * between.
 */
export function titleAndPlace(remainder: string): TitleAndPlace {
  const all = chunksOf(remainder);
  // "(Ostermontag): Emmausgang": what stands in brackets explains.
  const chunks = all.filter((chunk) => !isBracketed(chunk) && !PRICE.test(chunk));
  let location: string | null = null;
  let guessedPlace = false;
  const labelled = chunks.findIndex((chunk) => LABELLED_PLACE.test(chunk));
  if (labelled !== -1)
    location =
      chunks
        .splice(labelled, 1)[0]
        ?.replace(/^(?:ort|wo|veranstaltungsort)\s*:\s*/iu, "")
        .replace(/:\s*/, " ") ?? null;
  let title = chunks.shift() ?? "";
  const second = chunks[0];
  // "Festhalle: Theaterabend"
  if (
    second !== undefined &&
    location === null &&
    isPlace(title) &&
    !hasEvent(title) &&
    hasEvent(second)
  ) {
    location = title;
    title = chunks.shift() ?? "";
  }
  const [own, inTitle] = placeInTitle(title);
  if (location === null) {
    const place = chunks.findIndex((chunk) => isPlace(chunk) && !NOTE.test(chunk));
    if (place !== -1) location = chunks.splice(place, 1)[0] ?? null;
    else if (inTitle !== null) {
      // "Rock im Park": a word that names no event is no title without its place.
      if (hasEvent(own) || /\s/.test(own)) title = own;
      location = inTitle;
    } else {
      const last = chunks.findIndex(
        (chunk) =>
          !NOTE.test(chunk) &&
          chunk.split(/\s+/).length <= TEXTS.mostGuessedPlaceWords &&
          /^\p{Lu}/u.test(chunk) &&
          !hasEvent(chunk) &&
          !/\d/.test(chunk),
      );
      if (last !== -1) {
        location = chunks.splice(last, 1)[0] ?? null;
        guessedPlace = true;
      }
    }
  }
  return {
    title: cleanTitle(title),
    location: location === null ? null : withoutPreposition(cleanTitle(location)),
    rest: [
      ...chunks.map(cleanTitle).filter((chunk) => chunk !== ""),
      ...all.filter((chunk) => PRICE.test(chunk)),
      ...all.filter(isBracketed).map((chunk) => chunk.slice(1, -1)),
    ],
    guessedPlace,
  };
}

function isBracketed(chunk: string): boolean {
  return /^\([^()]*\)$/.test(chunk);
}

/** "Jahreshauptversammlung im Gasthof Hirsch" */
function placeInTitle(title: string): [string, string | null] {
  const parts = title.split(PREPOSITION);
  for (let i = parts.length - 1; i > 0; i--) {
    const place = parts.slice(i).join(" ");
    const before = parts.slice(0, i).join(" ");
    if (
      isPlace(place) &&
      !/^(?:am|im|in)\s+(?:\p{L}+(?:tag|abend|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember))$/iu.test(
        place,
      ) &&
      before.length >= TEXTS.leastBeforePlace
    ) {
      return [before, place];
    }
  }
  return [title, null];
}

export function withoutPreposition(place: string): string {
  return place.replace(
    /^(?:im|in der|in den|in|am|auf dem|auf der|an der|an dem|beim|bei der|bei|(?:ort|wo|veranstaltungsort):|rund um das|rund um die)\s+(?=\p{Lu})/iu,
    "",
  );
}

/** "Ort: Festhalle": the colon belongs to the place. */
const LABEL_COLON = /(?<=(?<!\p{L})(?:ort|wo|veranstaltungsort|treffpunkt)\s?):(?=\s)/giu;

/** "SV Altheim – FC Neudorf": what stands on both sides of the dash is one title. */
const TEAM =
  "(?:\\p{Lu}{2,5}|SpVgg|SpVg|SpVG|SpG|VfL|VfB|VfR|TuS|TuRa|TuSpo|\\d\\.\\s?FC)(?:\\s\\p{Lu}[\\p{L}.-]+(?:[/-]\\p{Lu}[\\p{L}.-]+)*){1,2}(?:\\s(?:I{1,3}|\\d))?";
const GAME = new RegExp(`(?<!\\p{L})${TEAM}\\s[–—-]\\s${TEAM}(?!\\p{L})`, "gu");

/** "Albtrauf: Drei Burgen an einem Tag": what stands before and after the colon is one name. */
const NAME_COLON =
  /(?<=^|[\t\n·])([\s·]*)(\p{Lu}[\p{L}-]+(?:\s\p{L}[\p{L}-]+){0,2}):(?=\s["„“]?\p{Lu})/gu;

function withNamesWhole(text: string): string {
  return text.replace(NAME_COLON, (whole, space: string, name: string) =>
    isPlace(name) || NOTE.test(name) || LABELLED_PLACE.test(`${name}: `) || isLabel(name)
      ? whole
      : keepWhole(`${space}${name}:`),
  );
}

/** "Thema: …", "Veranstalter: …": says what kind of thing follows. */
function isLabel(name: string): boolean {
  return /^(?:thema|was|wann|wer|titel|motto|veranstalter|veranstaltung|referent(?:in)?|trainer(?:in)?|gruppe|uhrzeit|zeit|datum|termin|beginn|hinweis|achtung|zielgruppe|programm|material|treff)$/iu.test(
    name,
  );
}

function chunksOf(text: string): string[] {
  return withNamesWhole(text)
    .replace(/\(([^()]*)\)/g, keepWhole)
    .replace(/[„"“»«][^„"“»«]*[“"”«»]/g, keepWhole)
    .replace(LABEL_COLON, keepWhole)
    .replace(GAME, keepWhole)
    .split(
      /[\t\n|•·;]+|\s[–—*-]+\s|[,:](?:\s+(?!(?:der|die|das)\s\p{Lu}?\p{Ll}+\s\p{Ll}+)|$)|(?<=\p{Ll}{3})\.\s+(?=\p{Lu})|\s{3,}|-—/u,
    )
    .map((chunk) => cleanTitle(asWritten(chunk)))
    .filter((chunk) => (/\p{L}{2}/u.test(chunk) && !LEFT_OVER.test(chunk)) || PRICE.test(chunk));
}

/** Characters that stand for marks which divide nothing, as they are within brackets. */
function keepWhole(part: string): string {
  return part.replaceAll(",", "\u0001").replaceAll(":", "\u0002").replaceAll("–", "\u0003");
}

function asWritten(part: string): string {
  return part.replaceAll("\u0001", ",").replaceAll("\u0002", ":").replaceAll("\u0003", "–");
}

/** True for prices, and for what begins as remarks do: "mit Musik", "Anmeldung bei …". */
export function isNote(text: string): boolean {
  return NOTE.test(text) || PRICE.test(text);
}

export function hasEvent(text: string): boolean {
  return text.split(/[\s/]+/).some(isEventWord);
}

/** Without what is left of the marks around dates and times. */
export function cleanTitle(text: string): string {
  const bare = withoutMarks(text.replace(/\(\s*\)|\[\s*\]/g, "").replace(/\s+/g, " "))
    .replace(/^(?:am|um|ab|vom|von|bis|und|jeweils|den|dem|der)\s+(?=\p{Lu})/u, "")
    .replace(/\s+(?:am|um|ab|vom|von|jeweils|und|bis|ist|den|dem|der)$/u, "");
  return withoutMarks(bare)
    .replace(/(?<=[\p{L})”“"])\.$/u, "")
    .trim();
}

function withoutMarks(text: string): string {
  return text.replace(/^[\s,;:.·•|*–—+/&>-]+/u, "").replace(/[\s,;:·•|*–—+/&-]+$/u, "");
}
