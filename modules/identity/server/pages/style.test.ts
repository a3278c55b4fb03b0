import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, parseHex, type Rgb, toHex } from "#platform/contract/contrast.ts";
import { stylesheet } from "./style.ts";

/** The colours of one scheme by their names; white is written short. */
function colors(css: string, scheme: "light" | "dark"): (name: string) => Rgb {
  const blocks = css.match(/:root\{[^}]*\}/g) ?? [];
  const block = blocks[scheme === "light" ? 0 : 1] ?? "";
  return (name) => {
    const value = new RegExp(`--${name}:(#[0-9a-f]{3,6})`).exec(block)?.[1] ?? "none";
    const found = parseHex(value === "#fff" ? "#ffffff" : value);
    if (found === undefined) throw new Error(`no colour ${name}: ${value}`);
    return found;
  };
}

const channel = fc.integer({ min: 0, max: 255 });

test.each(["light", "dark"] as const)(
  "any club colour can be read as text, and text on it, in the %s scheme",
  (scheme) => {
    fc.assert(
      fc.property(fc.record({ r: channel, g: channel, b: channel }), (color) => {
        const of = colors(stylesheet(toHex(color)), scheme);
        expect(contrast(of("accent"), of("card"))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(of("accent"), of("on-accent"))).toBeGreaterThanOrEqual(4.5);
      }),
    );
  },
);

test.each(["light", "dark"] as const)("texts can be read in the %s scheme", (scheme) => {
  const of = colors(stylesheet("#2f6f5e"), scheme);
  for (const text of ["text", "soft", "bad"])
    expect(contrast(of(text), of("card"))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(of("bad"), of("bad-soft"))).toBeGreaterThanOrEqual(4.5);
});

test("a colour that can be read is taken as it is, and what is none is not taken", () => {
  expect(toHex(colors(stylesheet("#2f6f5e"), "light")("accent"))).toBe("#2f6f5e");
  expect(stylesheet("red}body{display:none")).toBe(stylesheet("#2f6f5e"));
  expect(stylesheet("")).toBe(stylesheet("#2f6f5e"));
});
