import { mix, parseHex, readableOn, toHex, type Rgb } from "../contrast.ts";
import { COLORS, type Scheme } from "./colors.ts";

/** The club's colour where none is set: a calm green-blue. */
export const DEFAULT_ACCENT = "#1f6f78";

const WHITE: Rgb = { r: 255, g: 255, b: 255 };
const BLACK: Rgb = { r: 0, g: 0, b: 0 };

/** Surfaces of both schemes; the accent has to be readable on each. */
export const SURFACES = { light: surfacesOf("light"), dark: surfacesOf("dark") } as const;

/** The accent of one scheme, each readable at 4.5:1 where it is used. */
export interface SchemeAccent {
  /** Background of the main button; its label is white. */
  filled: string;
  filledHover: string;
  /** Text and icons on the surfaces and on `soft`. */
  text: string;
  /** Quiet background of the chosen entry. */
  soft: string;
  softHover: string;
}

export interface Accent {
  light: SchemeAccent;
  dark: SchemeAccent;
  /** Ten steps from light to dark, as Mantine's components expect them. */
  steps: readonly string[];
}

/** Makes a club's colour safe for contrast in both schemes; nonsense gives the default. */
export function accentOf(color: string | null | undefined): Accent {
  const base = parseHex(color ?? "") ?? (parseHex(DEFAULT_ACCENT) as Rgb);
  const steps = Array.from({ length: 10 }, (_, index) =>
    toHex(index < 6 ? mix(WHITE, base, 0.06 + index * 0.17) : mix(base, BLACK, (index - 6) * 0.13)),
  );
  return {
    light: schemeAccent(base, SURFACES.light, BLACK, 0.1),
    dark: schemeAccent(base, SURFACES.dark, WHITE, 0.22),
    steps,
  };
}

function schemeAccent(
  base: Rgb,
  surfaces: readonly string[],
  towards: Rgb,
  softness: number,
): SchemeAccent {
  const backgrounds = surfaces.map((surface) => parseHex(surface) as Rgb);
  const soft = mix(backgrounds[1] as Rgb, base, softness);
  const softHover = mix(backgrounds[1] as Rgb, base, softness * 1.4);
  const filled = readableOn(base, [WHITE], BLACK, 4.6);
  return {
    filled: toHex(filled),
    filledHover: toHex(mix(filled, BLACK, 0.14)),
    text: toHex(readableOn(base, [...backgrounds, soft, softHover], towards, 4.6)),
    soft: toHex(soft),
    softHover: toHex(softHover),
  };
}

function surfacesOf(scheme: Scheme): [page: string, card: string, sunken: string] {
  const colors = COLORS[scheme];
  return [colors["surface-page"], colors["surface-card"], colors["surface-sunken"]];
}
