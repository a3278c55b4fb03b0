import { officeFile, type OfficeType } from "#platform/server/documents/office-file/office-file.ts";
import type { OfficeProblem } from "#platform/server/documents/office-file/problem.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { ATTACHMENT_KINDS } from "../../contract.ts";

/** The container of the older formats, and of new ones with a password. */
const CONTAINERS = [
  "application/x-cfb",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
];

/** Whether a file of this type is told by looking into it, or refused with the way out. */
export function mayBeOffice(contentType: string): boolean {
  return isArchive(contentType) || CONTAINERS.includes(contentType);
}

function isArchive(contentType: string): boolean {
  return contentType === "application/zip" || /openxmlformats|macroenabled/i.test(contentType);
}

/** Returns what an office file is; refuses what may run, or what nobody can look into. */
export async function officeType(
  file: Buffer,
  { contentType }: { contentType: string },
  name: string,
): Promise<OfficeType> {
  if (!isArchive(contentType)) throw oldOrLocked(contentType, name);
  const found = await officeFile(file);
  if ("type" in found) return found.type;
  // A ZIP of anything is just no file that may be attached.
  const isCalledOffice = contentType !== "application/zip" || OFFICE_NAME.test(name);
  throw found.problem === "broken" && !isCalledOffice
    ? notAllowed(name)
    : REFUSALS[found.problem](name);
}

export function notAllowed(name: string): AppError {
  return new AppError("UNSUPPORTED_TYPE", {
    code: "TYPE_NOT_ALLOWED",
    detail: `„${name}“ kann nicht angehängt werden. Erlaubt sind ${ATTACHMENT_KINDS}; entscheidend ist der Inhalt der Datei.`,
  });
}

const OFFICE_NAME = /\.(?:doc|xls)[xm]$/i;
const OLD_NAME = /\.(?:doc|dot|xls|xlt)$/i;

/** In the older formats macros can't be ruled out, and behind a password nothing can. */
function oldOrLocked(contentType: string, name: string): AppError {
  if (contentType === "application/x-cfb" && !OLD_NAME.test(name))
    return OFFICE_NAME.test(name) ? locked(name) : notAllowed(name);
  if (contentType === "application/vnd.ms-powerpoint") return notAllowed(name);
  const isExcel = contentType === "application/vnd.ms-excel" || /\.xl.$/i.test(name);
  const [program, ending] = isExcel ? ["Excel", ".xlsx"] : ["Word", ".docx"];
  return refused(
    "OLD_FORMAT",
    `„${name}“ ist im alten ${program}-Format. Bitte speichern Sie die Datei als ${ending} und hängen Sie sie dann an.`,
  );
}

function locked(name: string): AppError {
  return refused(
    "PASSWORD_PROTECTED",
    `„${name}“ ist mit einem Kennwort geschützt und kann nicht geprüft werden. Bitte speichern Sie die Datei ohne Kennwort.`,
  );
}

const REFUSALS: Readonly<Record<OfficeProblem, (name: string) => AppError>> = {
  other: notAllowed,
  encrypted: locked,
  macros: (name) =>
    refused(
      "MACROS",
      `„${name}“ enthält Makros und kann nicht angehängt werden. Speichern Sie die Datei ohne Makros als ${/\.(?:doc|dot)\w*$/i.test(name) ? ".docx" : ".xlsx"}.`,
    ),
  objects: (name) =>
    refused(
      "EMBEDDED_OBJECTS",
      `„${name}“ enthält eingebettete Objekte, in denen Programme stecken können. Bitte entfernen Sie diese, oder speichern Sie die Datei als PDF.`,
    ),
  links: (name) =>
    refused(
      "FETCHES_CONTENT",
      `„${name}“ holt beim Öffnen etwas aus dem Netz, etwa eine Vorlage oder ein Bild. Bitte lösen Sie die Verknüpfungen, oder speichern Sie die Datei als PDF.`,
    ),
  broken: (name) =>
    new AppError("UNPROCESSABLE", {
      code: "ATTACHMENT_BROKEN",
      detail: `„${name}“ ist beschädigt. Bitte öffnen Sie die Datei und speichern Sie sie noch einmal.`,
    }),
  "too-large": (name) =>
    new AppError("TOO_LARGE", {
      code: "ATTACHMENT_UNPACKS_TOO_LARGE",
      detail: `„${name}“ ist ausgepackt zu groß. Bitte teilen Sie die Datei auf, oder speichern Sie sie als PDF.`,
    }),
};

function refused(code: string, detail: string): AppError {
  return new AppError("UNSUPPORTED_TYPE", { code, detail });
}
