import { expect, test } from "vitest";
import { sameValue } from "./same-value.ts";

test.each([
  ["PHONE", "040 / 66 96-94 38", "+494066969438", true],
  ["PHONE", "+49 (0) 40 66969438", "+494066969438", true],
  ["PHONE", "040 66969439", "+494066969438", false],
  ["PHONE", "3514710206", "+493514710206", true],
  ["PHONE", "3514710206", "+493514710207", false],
  ["IBAN", "DE60 0000 0000 0000 0077 16", "DE60000000000000007716", true],
  ["EMAIL", "Eva@Example.org", "eva@example.org", true],
  ["TEXT", "Mu\u0308ller ", "Müller", true],
  ["TEXT", "Müller", "Mueller", false],
  ["TEXT", null, "", true],
  ["GROUPS", ["Turnen", "Fußball"], ["Fußball", "Turnen"], true],
  ["BOOLEAN", null, false, false],
  ["POSTAL_CODE", "A-1010", "1010", true],
  ["POSTAL_CODE", "A-1010", "01010", true],
  ["POSTAL_CODE", "1067", "01067", false],
  ["POSTAL_CODE", "01067", "1067", false],
] as const)("%s %s and %s: %s", (kind, stored, read, same) => {
  const list = (value: unknown) =>
    Array.isArray(value) ? [...(value as string[])] : (value as string);
  expect(sameValue({ kind }, list(stored), list(read))).toBe(same);
});

test("a number without a calling code is one of the member's own country", () => {
  expect(sameValue({ kind: "PHONE" }, "(07161) 44 55", "+3371614455", "FR")).toBe(true);
  expect(sameValue({ kind: "PHONE" }, "(07161) 44 55", "+3371614455")).toBe(false);
});
