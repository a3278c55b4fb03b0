import { UnreadableTable } from "#platform/server/documents/table-file.ts";

/** What a document says, in order. Names come without their namespace's prefix. */
export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

/** Longest tag or text in one piece. */
const LONGEST = 1024 * 1024;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Reads the plain XML of workbooks piece by piece. Document types are refused, so nothing can be
 * declared that would be expanded.
 */
export class XmlScanner {
  readonly #listener: XmlListener;
  #rest = "";

  constructor(listener: XmlListener) {
    this.#listener = listener;
  }

  push(piece: string): void {
    const text = this.#rest + piece;
    let at = 0;
    while (at < text.length) {
      const tag = text.indexOf("<", at);
      if (tag === -1) break;
      if (tag > at) this.#listener.text(unescaped(text.slice(at, tag)));
      const end = this.#tag(text, tag);
      if (end === -1) {
        at = tag;
        break;
      }
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > LONGEST) throw new UnreadableTable("Die Excel-Datei ist beschädigt.");
  }

  /** Position behind the tag, or -1 when its end is still to come. */
  #tag(text: string, begin: number): number {
    const next = text.charCodeAt(begin + 1);
    if (next === 0x21 /* ! */) return this.#declaration(text, begin);
    if (next === 0x3f /* ? */) return behind(text, "?>", begin);
    const end = endOfTag(text, begin);
    if (end === -1) return -1;
    if (next === 0x2f /* / */) {
      this.#listener.close(localName(text.slice(begin + 2, end).trimEnd()));
      return end + 1;
    }
    const isEmpty = text.charCodeAt(end - 1) === 0x2f;
    const inner = text.slice(begin + 1, isEmpty ? end - 1 : end);
    const space = inner.search(/\s/);
    const name = localName(space === -1 ? inner : inner.slice(0, space));
    this.#listener.open(name, space === -1 ? "" : inner.slice(space));
    if (isEmpty) this.#listener.close(name);
    return end + 1;
  }

  #declaration(text: string, begin: number): number {
    if (text.length - begin < 9) return -1;
    if (text.startsWith("<!--", begin)) return behind(text, "-->", begin);
    if (!text.startsWith("<![CDATA[", begin))
      throw new UnreadableTable(
        "Die Excel-Datei enthält Anweisungen, die in einer Tabelle nichts zu suchen haben, und wurde deshalb nicht gelesen.",
      );
    const end = behind(text, "]]>", begin);
    if (end !== -1) this.#listener.text(text.slice(begin + 9, end - 3));
    return end;
  }
}

function behind(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from);
  return found === -1 ? -1 : found + sign.length;
}

/** A closing bracket may stand inside of a quoted attribute. */
function endOfTag(text: string, begin: number): number {
  for (let end = text.indexOf(">", begin); end !== -1; end = text.indexOf(">", end + 1)) {
    const first = text.indexOf('"', begin);
    if (first === -1 || first > end) return end;
    let quotes = 0;
    for (let at = first; at !== -1 && at < end; at = text.indexOf('"', at + 1)) quotes++;
    if (quotes % 2 === 0) return end;
  }
  return -1;
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

export function attribute(attributes: string, name: string): string | undefined {
  const at = attributes.indexOf(` ${name}="`);
  if (at === -1) return undefined;
  const begin = at + name.length + 3;
  const end = attributes.indexOf('"', begin);
  return end === -1 ? undefined : unescaped(attributes.slice(begin, end));
}

export function unescaped(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
    },
  );
}
