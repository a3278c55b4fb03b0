import { SaxesParser } from "saxes";
import { UnreadableTable } from "#platform/server/documents/table.ts";

export type Attributes = Readonly<Record<string, string>>;

/** What a document says, in order. Names of elements come without their namespace's prefix. */
export interface XmlListener {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Longest tag or text in one piece. */
const LONGEST = 1024 * 1024;

/**
 * Reads the XML of workbooks piece by piece. Document types are refused, so nothing can be declared
 * that would be expanded.
 */
export class XmlScanner {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  #silent = 0;

  constructor(listener: XmlListener) {
    const text = (said: string) => {
      this.#silent = 0;
      listener.text(said);
    };
    this.#parser.on("opentag", ({ name, attributes }) => {
      this.#silent = 0;
      listener.open(localName(name), attributes);
    });
    this.#parser.on("closetag", ({ name }) => listener.close(localName(name)));
    this.#parser.on("text", text);
    this.#parser.on("cdata", text);
    this.#parser.on("doctype", refuseInstructions);
    this.#parser.on("error", refuseBroken);
  }

  push(piece: string): void {
    this.#parser.write(piece);
    this.#silent += piece.length;
    if (this.#silent > LONGEST) throw broken();
  }
}

function refuseInstructions(): never {
  throw new UnreadableTable(
    "Die Excel-Datei enthält Anweisungen, die in einer Tabelle nichts zu suchen haben, und wurde deshalb nicht gelesen.",
  );
}

/** Some programs write control characters, which XML does not know; nothing else is let through. */
function refuseBroken(error: Error): void {
  if (/clos(?:e|ing) tag/.test(error.message)) throw incomplete(error);
  if (!error.message.includes("disallowed character")) throw broken(error);
}

export function incomplete(cause?: unknown): UnreadableTable {
  return new UnreadableTable(
    "Die Excel-Datei ist unvollständig. Bitte öffnen Sie sie in Excel und speichern Sie sie noch einmal.",
    { cause },
  );
}

function broken(cause?: unknown): UnreadableTable {
  return new UnreadableTable("Die Excel-Datei ist beschädigt.", { cause });
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
