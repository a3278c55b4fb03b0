import { AppError } from "#platform/server/http/app-error.ts";
import { toWebp } from "#platform/server/images/images.ts";
import type { DocumentRequest } from "./documents.ts";
import { PICTURES } from "../tuning.ts";

/** Long side of the picture that the page shows for a HEIC. */
const SHOWN_SIDE = 2_000;

/** What the reader of documents takes: by content, whatever the file calls itself. */
export async function readableFile(
  bytes: Buffer,
): Promise<Pick<DocumentRequest, "bytes" | "type">> {
  if (bytes.byteLength === 0)
    throw new AppError("UNPROCESSABLE", { code: "DOCUMENT_EMPTY", detail: "Die Datei ist leer." });
  return isPdf(bytes)
    ? { bytes, type: "PDF" }
    : { bytes: await picture(bytes, PICTURES.decodedSide), type: "PICTURE" };
}

/** The picture as WebP for browsers, upright. */
export function shownPicture(bytes: Buffer): Promise<Buffer> {
  return picture(bytes, SHOWN_SIDE);
}

async function picture(bytes: Buffer, side: number): Promise<Buffer> {
  const [decoded] = isPicture(bytes) ? await toWebp({ bytes, sizes: [side], square: false }) : [];
  if (decoded === undefined)
    throw new AppError("UNSUPPORTED_TYPE", {
      code: "PROGRAMME_TYPE",
      detail: "Bitte das Programm als PDF, JPEG, PNG oder HEIC hochladen.",
    });
  return decoded;
}

function isPdf(bytes: Buffer): boolean {
  // Some programs put a few bytes of their own before the header.
  return bytes.subarray(0, 1024).includes("%PDF-");
}

/** The decoder knows WebP as well; programmes come as one of the other three. */
function isPicture(bytes: Buffer): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const isPng = bytes.subarray(1, 4).toString("latin1") === "PNG";
  const isHeic = bytes.toString("latin1", 4, 8) === "ftyp";
  return isJpeg || isPng || isHeic;
}
