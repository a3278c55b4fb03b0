import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { accentOf, DEFAULT_ACCENT, SURFACES } from "./accent.ts";
import { contrast, parseHex, type Rgb } from "../contrast.ts";
import { COLORS } from "./colors.ts";

const rgb = (hex: string): Rgb => {
  const color = parseHex(hex);
  if (!color) throw new Error(`no colour: ${hex}`);
  return color;
};

test("contrast is WCAG's", () => {
  expect(contrast(rgb("#000000"), rgb("#ffffff"))).toBeCloseTo(21, 5);
  expect(contrast(rgb("#767676"), rgb("#ffffff"))).toBeCloseTo(4.54, 2);
});

test("any club colour is readable at 4.5:1 in both schemes", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (r, g, b) => {
      const hex = `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
      const accent = accentOf(hex);
      for (const scheme of ["light", "dark"] as const) {
        const { filled, text, soft, softHover, filledHover } = accent[scheme];
        expect(contrast(rgb(filled), rgb("#ffffff"))).toBeGreaterThanOrEqual(4.5);
        expect(contrast(rgb(filledHover), rgb("#ffffff"))).toBeGreaterThanOrEqual(4.5);
        for (const background of [...SURFACES[scheme], soft, softHover]) {
          expect(contrast(rgb(text), rgb(background))).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
  );
});

test("nonsense and nothing give the product's own colour", () => {
  expect(accentOf("grün")).toEqual(accentOf(DEFAULT_ACCENT));
  expect(accentOf(null)).toEqual(accentOf(DEFAULT_ACCENT));
});

const css = readFileSync(join(import.meta.dirname, "../../web/ui/theme/theme.css"), "utf8");
const [light = "", dark = ""] = css.split('[data-mantine-color-scheme="dark"]');
const script = readFileSync(join(import.meta.dirname, "color-scheme.js"), "utf8");

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("the %s scheme", (scheme, block) => {
  test("is that of the browser's style sheet", () => {
    const names = Object.entries(COLORS[scheme]).map(([name, color]) => `--${name}: ${color};`);
    expect(names.filter((line) => !block.includes(line))).toEqual([]);
  });

  test("has its page's colour before the first paint", () => {
    expect(script).toContain(`"${COLORS[scheme]["surface-page"]}"`);
  });

  test("has texts that are readable on every surface", () => {
    for (const name of ["text-strong", "text-normal", "text-quiet"] as const)
      for (const surface of SURFACES[scheme])
        expect(contrast(rgb(COLORS[scheme][name]), rgb(surface))).toBeGreaterThanOrEqual(4.5);
    for (const name of ["danger", "good"] as const)
      expect(
        contrast(rgb(COLORS[scheme][`${name}-text`]), rgb(COLORS[scheme][`${name}-soft`])),
      ).toBeGreaterThanOrEqual(4.5);
  });
});
