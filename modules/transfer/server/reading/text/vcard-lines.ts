import { UnreadableTable } from "#platform/server/documents/table.ts";

/** One property of a card: `TEL;TYPE=HOME,VOICE:069/9000`. */
export interface CardProperty {
  /** Upper case, without a group's prefix (`item1.`). */
  name: string;
  /** Upper case names; values as written, of one name together. Bare ones (`TEL;HOME`) are TYPE. */
  parameters: Map<string, string[]>;
  /** Still escaped, because `;` and `,` part it. */
  value: string;
}

export interface Card {
  /** Line of BEGIN:VCARD, from 1. */
  line: number;
  properties: CardProperty[];
}

/** Longest property; pictures are longer, and skipped. */
const LONGEST_LINE = 100_000;
const PICTURES = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i;

/** Cards of a text with any ends of line, versions 2.1 to 4.0, folded and quoted-printable. */
export async function* cardsOf(pieces: AsyncIterable<string>): AsyncGenerator<Card> {
  let card: Card | undefined;
  for await (const { text, line } of propertyLines(pieces)) {
    if (/^BEGIN:VCARD\s*$/i.test(text)) {
      if (card !== undefined)
        throw new UnreadableTable(
          `In Zeile ${line} beginnt eine Karte, bevor die aus Zeile ${card.line} zu Ende ist.`,
        );
      card = { line, properties: [] };
    } else if (/^END:VCARD\s*$/i.test(text)) {
      if (card !== undefined) yield card;
      card = undefined;
    } else if (card !== undefined && !PICTURES.test(text)) {
      const property = propertyOf(text);
      if (property !== undefined) card.properties.push(property);
    } else if (card !== undefined)
      card.properties.push({ name: "PHOTO", parameters: new Map(), value: "" });
  }
  if (card !== undefined)
    throw new UnreadableTable(
      `Die Datei ist unvollständig: Die Karte ab Zeile ${card.line} hat kein Ende.`,
    );
}

/** Lines put together again: folded ones (RFC 6350) and quoted-printable ones that end in `=`. */
async function* propertyLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ text: string; line: number }> {
  let current: { text: string; line: number } | undefined;
  for await (const { text, line } of physicalLines(pieces)) {
    const isSoft =
      current !== undefined &&
      current.text.endsWith("=") &&
      /^[^:]*[;=]QUOTED-PRINTABLE/i.test(current.text);
    if (current !== undefined && isSoft) current.text = join(current.text.slice(0, -1), text, line);
    else if (current !== undefined && /^[ \t]/.test(text))
      current.text = join(current.text, text.slice(1), line);
    else {
      if (current !== undefined) yield current;
      current = { text, line };
    }
  }
  if (current !== undefined) yield current;
}

function join(before: string, more: string, line: number): string {
  if (PICTURES.test(before)) return before;
  if (before.length + more.length > LONGEST_LINE)
    throw new UnreadableTable(`In Zeile ${line} steht ein viel zu langer Text.`);
  return before + more;
}

async function* physicalLines(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ text: string; line: number }> {
  let rest = "";
  let line = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > 64 * LONGEST_LINE)
      throw new UnreadableTable(`In Zeile ${line + 1} steht ein viel zu langer Text.`);
    for (const text of lines) yield { text: checked(text, ++line), line };
  }
  if (rest !== "") yield { text: checked(rest, line + 1), line: line + 1 };
}

function checked(text: string, line: number): string {
  if (text.includes("\0"))
    throw new UnreadableTable(
      `Die Datei ist beschädigt: In Zeile ${line} stehen Zeichen, die in Texten nicht vorkommen.`,
    );
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

function propertyOf(text: string): CardProperty | undefined {
  const colon = unquotedIndex(text, ":");
  if (colon === -1) return undefined;
  const [head = "", ...written] = splitUnquoted(text.slice(0, colon), ";");
  const parameters = new Map<string, string[]>();
  for (const parameter of written) {
    const equals = parameter.indexOf("=");
    const name =
      equals === -1
        ? /^QUOTED-PRINTABLE$/i.test(parameter)
          ? "ENCODING"
          : "TYPE"
        : parameter.slice(0, equals).toUpperCase();
    const values = splitUnquoted(parameter.slice(equals + 1), ",").flatMap((value) =>
      value.replaceAll('"', "").split(","),
    );
    parameters.set(name, [...(parameters.get(name) ?? []), ...values]);
  }
  const raw = text.slice(colon + 1);
  const isQuoted =
    parameters.get("ENCODING")?.some((encoding) => /^QUOTED-PRINTABLE$/i.test(encoding)) === true;
  const value = isQuoted ? quotedPrintable(raw, parameters.get("CHARSET")?.[0] ?? "utf-8") : raw;
  return { name: (head.split(".").at(-1) ?? "").toUpperCase(), parameters, value };
}

function unquotedIndex(text: string, sign: string): number {
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === sign && !quoted) return at;
  }
  return -1;
}

function splitUnquoted(text: string, sign: string): string[] {
  const parts: string[] = [];
  let rest = text;
  for (let at = unquotedIndex(rest, sign); at !== -1; at = unquotedIndex(rest, sign)) {
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return [...parts, rest];
}

function quotedPrintable(text: string, charset: string): string {
  const bytes = Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/=([0-9A-F]{2})/gi, (_whole, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return new TextDecoder().decode(Buffer.from(bytes, "latin1"));
  }
}

/** Parts of a structured value, unescaped: `N:Müller;Eva;;;`. */
export function partsOf(value: string, sign: ";" | ","): string[] {
  const parts = [""];
  for (let at = 0; at < value.length; at++) {
    const letter = value[at] ?? "";
    if (letter === "\\" && at + 1 < value.length) {
      const next = value[++at] ?? "";
      parts[parts.length - 1] += next === "n" || next === "N" ? "\n" : next;
    } else if (letter === sign) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

export function unescapedText(value: string): string {
  return value
    .replace(/\\([\s\S])/g, (_whole, sign: string) => (sign === "n" || sign === "N" ? "\n" : sign))
    .trim();
}
