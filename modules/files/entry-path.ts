import { z } from "zod";
import { shownAs } from "#platform/contract/json-schema.ts";

/** Longest name of a file or folder, in UTF-8 bytes, as every file system knows it. */
const MAX_NAME_BYTES = 255;
/** Longest path below a share, in UTF-8 bytes; percent-encoded it still fits into an address. */
export const MAX_PATH_BYTES = 2_048;
/** Most names in a path. */
export const MAX_DEPTH = 32;

// oxlint-disable-next-line no-control-regex -- control characters are what is refused here
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u;
/** Signs that turn the direction of writing: `exe.gpj` would show as `jpg.exe`. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Windows can neither create nor open these, whatever their ending. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/iu;
/**
 * Percent-encoded dots, slashes, backslashes and NULs: an attempt to escape through a second
 * decoding.
 */
const ENCODED = /%(25)*(2e|2f|5c|00)/iu;

/**
 * What is wrong with the name of a file or folder, as a German sentence; undefined when nothing is.
 */
export function problemOfName(name: string): string | undefined {
  if (name === "") return "Der Name fehlt.";
  if (name === "." || name === "..") return "„.“ und „..“ sind keine Namen.";
  if (!name.isWellFormed() || CONTROL.test(name))
    return "Der Name enthält unsichtbare Steuerzeichen.";
  if (DIRECTION.test(name)) return "Der Name enthält Zeichen, die die Schreibrichtung umkehren.";
  if (/[/\\]/.test(name)) return "Schrägstriche sind in Namen nicht erlaubt.";
  if (/[.\s]$/u.test(name)) return "Ein Name darf nicht mit einem Punkt oder Leerzeichen enden.";
  if (/^[a-z]:$/iu.test(name)) return "Ein Laufwerksbuchstabe ist kein Name.";
  if (RESERVED.test(name))
    return "Diesen Namen behält sich Windows vor. Bitte wählen Sie einen anderen.";
  if (ENCODED.test(name)) return "Der Name enthält verschlüsselte Schrägstriche oder Punkte.";
  if (new TextEncoder().encode(name).length > MAX_NAME_BYTES)
    return "Der Name ist zu lang (höchstens 255 Zeichen, Umlaute zählen doppelt).";
  return undefined;
}

function problemOfPath(names: readonly string[]): string | undefined {
  if (names.length > MAX_DEPTH) return `Der Ordner liegt zu tief: höchstens ${MAX_DEPTH} Ebenen.`;
  for (const name of names) {
    const problem = problemOfName(name);
    if (problem !== undefined) return problem;
  }
  if (new TextEncoder().encode(names.join("/")).length > MAX_PATH_BYTES)
    return "Der Pfad ist insgesamt zu lang.";
  return undefined;
}

/** What is no path fits no schema: 400, as an address that leads nowhere. */
function misfit(message: string, input: string) {
  return { code: "invalid_format", format: "path", message, input } as const;
}

/** What of these rules the interface's document says by a pattern: no sign that none may hold. */
const WITHOUT_HIDDEN_SIGNS = {
  type: "string",
  pattern:
    "^[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff]*$",
};

/** The name of one file or folder, in NFC. */
export const entryName = z.string().transform((value, context) => {
  const name = value.isWellFormed() ? value.normalize("NFC") : value;
  const problem = problemOfName(name);
  if (problem !== undefined) context.addIssue(misfit(problem, value));
  return name;
});

shownAs.add(entryName, WITHOUT_HIDDEN_SIGNS);

/**
 * A place below a share: names in NFC joined by `/`, read into a list. One slash in front is
 * allowed; the empty path is the share itself. The only way a path enters the server.
 */
export const folderPath = z.string().transform((value, context): string[] => {
  const names = namesOf(value);
  const problem = problemOfPath(names);
  if (problem !== undefined) context.addIssue(misfit(problem, value));
  return names;
});

shownAs.add(folderPath, WITHOUT_HIDDEN_SIGNS);

/** A place below a share that is not the share itself. */
export const entryPath = folderPath.transform((names, context) => {
  if (names.length === 0)
    context.addIssue(misfit("Der Name der Datei oder des Ordners fehlt.", ""));
  return names;
});

function namesOf(value: string): string[] {
  const path = value.isWellFormed() ? value.normalize("NFC") : value;
  const relative = path.startsWith("/") ? path.slice(1) : path;
  return relative === "" ? [] : relative.split("/");
}
