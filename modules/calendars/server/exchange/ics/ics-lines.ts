import ICAL from "ical.js";

/** A content line of a calendar file, unfolded. */
export interface IcsLine {
  /** Where it begins in the file, from 1. */
  number: number;
  text: string;
}

/** What stands between BEGIN and END of one component, without the components inside it. */
export interface IcsBlock {
  name: "VEVENT" | "VTIMEZONE";
  number: number;
  lines: IcsLine[];
  /** The text as it came, with everything inside. */
  source: string[];
  /** False: the file goes on, or stops, without the block's END. */
  ended: boolean;
}

/**
 * A property as ical.js reads it: name in lower case, parameters, and the value as it stands in the
 * file.
 */
export interface IcsProperty {
  name: string;
  number: number;
  parameters: Readonly<Record<string, string>>;
  /** Unescaped where it is a text. */
  text: string;
  raw: string;
}

/** Lines joined again that were folded with a blank or, as Outlook does, with a tab. */
export function* unfold(content: string): Generator<IcsLine> {
  let number = 0;
  let open: IcsLine | undefined;
  for (const physical of content.split(/\r\n|\n|\r/)) {
    number++;
    if (open !== undefined && (physical.startsWith(" ") || physical.startsWith("\t"))) {
      open.text += physical.slice(1);
      continue;
    }
    if (open !== undefined && open.text.trim() !== "") yield open;
    open = { number, text: physical };
  }
  if (open !== undefined && open.text.trim() !== "") yield open;
}

/** The events and time zones of a file; a broken one does not take its neighbours along. */
export function blocksOf(lines: Iterable<IcsLine>): { blocks: IcsBlock[]; method: string | null } {
  const blocks: IcsBlock[] = [];
  let method: string | null = null;
  let open: IcsBlock | undefined;
  /** Components inside the open one, outermost first. */
  let inner: string[] = [];
  const close = (ended: boolean) => {
    if (open === undefined) return;
    open.ended = ended;
    blocks.push(open);
    open = undefined;
    inner = [];
  };
  for (const line of lines) {
    const [, word, component = ""] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line.text) ?? [];
    const name = component.toUpperCase();
    if (word?.toUpperCase() === "BEGIN" && (name === "VEVENT" || name === "VTIMEZONE")) {
      close(false);
      open = { name, number: line.number, lines: [], source: [line.text], ended: false };
      continue;
    }
    if (open === undefined) {
      method ??= /^METHOD:\s*(\w+)/i.exec(line.text)?.[1]?.toUpperCase() ?? null;
      continue;
    }
    open.source.push(line.text);
    if (word === undefined) {
      if (inner.length === 0) open.lines.push(line);
    } else if (word.toUpperCase() === "BEGIN") inner.push(name);
    else if (name === open.name) close(true);
    else if (name === "VCALENDAR") close(false);
    else if (inner.at(-1) === name) inner.pop();
  }
  close(false);
  return { blocks, method };
}

const NAME = /^[\w-]+/;
/**
 * Older Outlooks name zones as Windows shows them, `(UTC+01:00) Amsterdam, Berlin`, without the
 * quotes that colon and comma need.
 */
const BARE_ZONE =
  /^((?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;[\w-]+=[\w-]+)*;TZID=)([^":;]*:[^":;]*):(?=\d{8})/i;

function quotedZone(_whole: string, begin: string, zone: string): string {
  return `${begin}"${zone.replaceAll("\\", "")}":`;
}

/**
 * Reads a line when it is one of the wanted properties; a line that is none at all is undefined as
 * well.
 */
export function propertyOf(line: IcsLine, wanted: ReadonlySet<string>): IcsProperty | undefined {
  const name = NAME.exec(line.text)?.[0]?.toLowerCase();
  if (name === undefined || !wanted.has(name)) return undefined;
  const content = line.text.replace(BARE_ZONE, quotedZone);
  try {
    const [, parameters, type, first] = ICAL.parse.property(content) as [
      string,
      Record<string, string | string[]>,
      string,
      unknown,
    ];
    return {
      name,
      number: line.number,
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([key, value]) => [
          key,
          Array.isArray(value) ? (value[0] ?? "") : value,
        ]),
      ),
      text: type === "text" && typeof first === "string" ? first : "",
      raw: rawValue(content),
    };
  } catch {
    return undefined;
  }
}

/** What follows the first colon outside of quotes. */
function rawValue(text: string): string {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    else if (sign === ":" && !quoted) return text.slice(at + 1).trim();
  }
  return "";
}
