import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accentOf } from "#platform/contract/look/accent.ts";
import { COLORS, type Scheme } from "#platform/contract/look/colors.ts";
import { typeface } from "./typeface.ts";

const RULES = readFileSync(join(import.meta.dirname, "static", "page.css"), "utf8")
  .replace(/\/\*[\s\S]*?\*\//g, "")
  .replace(/\s*([{};])\s*/g, "$1")
  .replace(/: /g, ":")
  .replace(/,\s+/g, ",");

/**
 * Returns the style of the pages that the server writes: the product's colours and typeface, light
 * and dark, with the club's accent made readable. Dark is what the reader chose, else what the
 * system says.
 */
export function stylesheet(accentColor: string): string {
  const dark = variables("dark", accentColor);
  return [
    typeface(),
    `:root{color-scheme:light dark;${variables("light", accentColor)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-mantine-color-scheme]){${dark}}}`,
    `:root[data-mantine-color-scheme=dark]{${dark}}`,
    `@media print{:root:root{color-scheme:light;${variables("light", accentColor)}}}`,
    RULES,
  ].join("\n");
}

function variables(scheme: Scheme, accentColor: string): string {
  const accent = accentOf(accentColor)[scheme];
  return Object.entries({
    ...COLORS[scheme],
    "accent-filled": accent.filled,
    "accent-filled-hover": accent.filledHover,
    "accent-text": accent.text,
    "accent-soft": accent.soft,
  })
    .map(([name, color]) => `--${name}:${color};`)
    .join("");
}
