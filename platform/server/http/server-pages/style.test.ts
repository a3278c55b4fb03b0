import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, parseHex, type Rgb, toHex } from "#platform/contract/contrast.ts";
import { DEFAULT_ACCENT } from "#platform/contract/look/accent.ts";
import { COLORS } from "#platform/contract/look/colors.ts";
import { stylesheet } from "./style.ts";

type Scheme = "light" | "dark";

/** The colours that apply to a reader who chose a scheme, by their names. */
function colors(css: string, scheme: Scheme): (name: string) => Rgb {
  const block =
    (scheme === "light"
      ? /^:root\{(.*)\}$/m
      : /^:root\[data-mantine-color-scheme=dark\]\{(.*)\}$/m
    ).exec(css)?.[1] ?? "";
  return (name) => {
    const value = new RegExp(`(?:^|;)--${name}:(#[0-9a-f]{6});`).exec(block)?.[1] ?? "none";
    const found = parseHex(value);
    if (found === undefined) throw new Error(`no colour ${name}: ${value}`);
    return found;
  };
}

const WHITE: Rgb = { r: 255, g: 255, b: 255 };
const channel = fc.integer({ min: 0, max: 255 });

test.each(["light", "dark"] as const)(
  "any club colour can be read as text, and text on it, in the %s scheme",
  (scheme) => {
    fc.assert(
      fc.property(fc.record({ r: channel, g: channel, b: channel }), (color) => {
        const of = colors(stylesheet(toHex(color)), scheme);
        for (const surface of ["surface-page", "surface-card", "surface-sunken"])
          expect(contrast(of("accent-text"), of(surface))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(of("accent-filled"), WHITE)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(of("accent-filled-hover"), WHITE)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 50 },
    );
  },
);

test.each(["light", "dark"] as const)("the %s scheme has the product's colours", (scheme) => {
  const of = colors(stylesheet("#2f6f5e"), scheme);
  const shown = Object.keys(COLORS[scheme]).map((name) => [name, toHex(of(name))]);
  expect(Object.fromEntries(shown)).toEqual(COLORS[scheme]);
});

test("dark is what the reader chose, else what the system says", () => {
  const css = stylesheet("#2f6f5e");
  const dark = /^:root\[data-mantine-color-scheme=dark\]\{(.*)\}$/m.exec(css)?.[1];
  expect(css).toContain(
    `@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}`,
  );
});

test("a colour that can be read is taken as it is, and what is none is not taken", () => {
  expect(toHex(colors(stylesheet("#2f6f5e"), "light")("accent-filled"))).toBe("#2f6f5e");
  expect(stylesheet("red}body{display:none")).toBe(stylesheet(DEFAULT_ACCENT));
  expect(stylesheet("")).toBe(stylesheet(DEFAULT_ACCENT));
});

test("every colour that a rule uses is there", () => {
  const css = stylesheet(DEFAULT_ACCENT);
  const used = new Set([...css.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name ?? ""));
  expect(used.size).toBeGreaterThan(10);
  for (const scheme of ["light", "dark"] as const)
    for (const name of used) expect(() => colors(css, scheme)(name)).not.toThrow();
});
