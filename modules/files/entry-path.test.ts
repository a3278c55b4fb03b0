import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entryName, entryPath, folderPath, MAX_DEPTH, problemOfName } from "./entry-path.ts";
import { runs } from "#platform/testing/properties.ts";

const accepted = (path: string) => folderPath.safeParse(path).success;

describe("paths that lead elsewhere or nowhere are refused with a sentence", () => {
  test.each([
    ["..", "up"],
    ["a/../b", "up in the middle"],
    ["./a", "here"],
    ["a//b", "an empty name"],
    ["//etc/passwd", "absolute behind the slash"],
    ["a/", "ends with a slash"],
    ["..\\..\\windows", "backslashes"],
    ["a\\b", "a backslash in a name"],
    ["C:/Windows", "a drive"],
    ["%2e%2e/secret", "encoded dots"],
    ["%252e%252e%252fsecret", "doubly encoded dots"],
    ["a%2fb", "an encoded slash"],
    ["a%5Cb", "an encoded backslash"],
    ["a%00.pdf", "an encoded NUL"],
    ["a\u0000.pdf", "NUL"],
    ["a\nb", "a line feed"],
    ["a\u0085b", "a control character of the upper half"],
    ["photo\u202Egpj.exe", "turned direction of writing"],
    ["a\u2066b", "isolated direction of writing"],
    ["CON", "reserved by Windows"],
    ["nul.txt", "reserved with an ending"],
    ["Com1.tar.gz", "reserved with two endings"],
    ["lpt³", "reserved with a raised digit"],
    ["aux .txt", "reserved with a blank"],
    ["name.", "a dot at the end"],
    ["name ", "a blank at the end"],
    ["name\u00a0", "a hard blank at the end"],
    ["folder /file", "a blank at the end of a folder"],
    ["x".repeat(256), "more than 255 bytes"],
    ["ä".repeat(128), "more than 255 bytes in UTF-8"],
    [Array.from({ length: MAX_DEPTH + 1 }, () => "a").join("/"), "too deep"],
    [Array.from({ length: 9 }, () => "x".repeat(250)).join("/"), "too long as a whole"],
    ["a\ud800b", "half a character"],
  ])("%j (%s)", (path) => {
    const parsed = folderPath.safeParse(path);
    expect(parsed.success).toBe(false);
    expect(parsed.error?.issues[0]?.message).toMatch(/^[A-ZÄÖÜ„][^{}]+\.$/);
  });
});

test.each([
  "Protokoll März 2026.pdf",
  "/Größere Umbauten/Zettel, Notizen",
  "100 % Rabatt.txt",
  "50%.txt",
  "Was nun? (1).txt",
  "18:30 Uhr.txt",
  ".htaccess",
  "a..b",
  "Ordner.mit.Punkten/x",
  "Konto",
  "Contest.txt",
  "👨‍👩‍👧 Familie.jpg",
  "مرحبا.txt",
  "x".repeat(255),
])("an honest path is taken: %s", (path) => {
  expect(accepted(path)).toBe(true);
});

test("umlauts that came apart are put together", () => {
  expect(entryPath.parse("Gro\u0308ßere/U\u0308bung.txt")).toEqual(["Größere", "Übung.txt"]);
  expect(entryName.parse("A\u0308rger")).toBe("Ärger");
});

test("the share itself is a folder's path but no entry's", () => {
  for (const path of ["", "/"]) {
    expect(folderPath.parse(path)).toEqual([]);
    expect(entryPath.safeParse(path).success).toBe(false);
  }
});

test("whatever is accepted stays inside, and comes back the same when it is read again", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "%2e",
    "%2f",
    "%25",
    "\u0000",
    "a",
    "ä",
    "a\u0308",
    " ",
    "CON",
    "\u202e",
    "x.txt",
    "C:",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
        fc.string({ unit: "binary", maxLength: 60 }),
      ),
      (path) => {
        const parsed = folderPath.safeParse(path);
        if (!parsed.success) return;
        for (const name of parsed.data) {
          expect(problemOfName(name)).toBeUndefined();
          expect(name).not.toMatch(/[/\\]/);
          expect([".", "..", ""]).not.toContain(name);
          expect(name).toBe(name.normalize("NFC"));
        }
        const again = parsed.data.join("/");
        expect(folderPath.parse(again)).toEqual(parsed.data);
        // A second decoding somewhere behind us must not find a way out either.
        let decoded = again;
        for (let round = 0; round < 4; round++) {
          try {
            decoded = decodeURIComponent(decoded);
          } catch {
            break;
          }
          expect(decoded.split(/[/\\]/)).toHaveLength(Math.max(1, parsed.data.length));
          expect(decoded.split("/")).not.toContain("..");
        }
      },
    ),
    runs(500),
  );
});
