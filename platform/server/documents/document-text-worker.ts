import { parentPort, workerData } from "node:worker_threads";
import { unzipSync } from "fflate";
import { MAX_TEXT, type TextRequest } from "./document-text.ts";
import { decodeText } from "#platform/contract/decode-text.ts";

/** What the parts with text of one document may unpack to. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
/** Word, Excel, PowerPoint and OpenDocument keep their text in these parts. */
const TEXT_PARTS =
  /^(word\/(document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml|xl\/(sharedStrings|worksheets\/sheet\d+)\.xml|ppt\/(slides\/slide|notesSlides\/notesSlide)\d+\.xml|content\.xml)$/;

async function textOf({ bytes, source }: TextRequest): Promise<string> {
  switch (source) {
    case "PDF":
      return pdfText(bytes);
    case "OFFICE":
      return officeText(bytes);
    case "RTF":
      return withoutRtf(new TextDecoder("latin1").decode(bytes));
    case "MARKUP":
      return withoutMarkup(decodeText(bytes));
    case "PLAIN":
      return decodeText(bytes);
  }
}

async function pdfText(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import("unpdf");
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  let text = "";
  for (let number = 1; number <= pdf.numPages && text.length < MAX_TEXT; number += 1) {
    const content = await (await pdf.getPage(number)).getTextContent();
    text += `${content.items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("")}\n`;
  }
  return text;
}

function officeText(bytes: Uint8Array): string {
  let unpacked = 0;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!TEXT_PARTS.test(name)) return false;
      unpacked += originalSize;
      if (unpacked > MAX_UNPACKED_BYTES) throw new Error("unpacks to too much");
      return true;
    },
  });
  let text = "";
  for (const part of Object.values(parts)) {
    text += ` ${withoutMarkup(new TextDecoder().decode(part))}`;
    if (text.length >= MAX_TEXT) break;
  }
  return text;
}

/** Groups of rich text that hold no words of the document. */
const RTF_SETTINGS =
  /\{\\(?:\*\\|fonttbl|colortbl|stylesheet|info|pict|themedata|listtable|listoverridetable)[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}/g;

/**
 * The words of rich text: `\'fc` is a byte of Windows-1252, `\u8364?` a character with its
 * stand-in.
 */
function withoutRtf(source: string): string {
  const latin = new TextDecoder("windows-1252");
  return source
    .replace(RTF_SETTINGS, " ")
    .replace(/\\'([0-9a-f]{2})/gi, (_, code: string) =>
      latin.decode(Uint8Array.of(Number.parseInt(code, 16))),
    )
    .replace(/\\u(-?\d{1,5}) ?\??/g, (_, code: string) =>
      String.fromCharCode((Number(code) + 65_536) % 65_536),
    )
    .replace(/\\(?:par|pard|line|tab|cell|row|page|sect)(?![a-z])-?\d* ?/g, " ")
    .replace(/\\[a-z]{1,32}-?\d* ?|[\r\n]/gi, "")
    .replace(/\\([\\{}])/g, "$1")
    .replace(/[{}]/g, "");
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
};

/**
 * Text between tags. Ends of paragraphs, cells and lines part words; tags inside of a word do not.
 */
function withoutMarkup(source: string): string {
  return source
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, " ")
    .replace(
      /<(\/(w:p|a:p|text:p|text:h|si|c|row|table:table-cell|p|div|li|td|th|tr|h[1-6])|(w:tab|w:br|a:br|text:tab|text:line-break|text:s|br)\b[^>]*)>/gi,
      " ",
    )
    .replace(/<[^>]*>/g, "")
    .replace(
      /&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
        return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : " ";
      },
    );
}

textOf(workerData as TextRequest).then(
  (text) =>
    parentPort?.postMessage({
      text: text
        // PostgreSQL's text holds everything but this sign.
        .replaceAll("\0", " ")
        .toWellFormed()
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, MAX_TEXT),
    }),
  () => parentPort?.postMessage({}),
);
