/** Colour arithmetic: WCAG contrast, and making a club's colour readable. */

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

export function parseHex(hex: string): Rgb | undefined {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!match) return undefined;
  const [r, g, b] = match.slice(1).map((part) => Number.parseInt(part, 16));
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0 };
}

export function toHex({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Share of `b`: 0 gives `a`, 1 gives `b`. */
export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  return {
    r: a.r + (b.r - a.r) * share,
    g: a.g + (b.g - a.g) * share,
    b: a.b + (b.b - a.b) * share,
  };
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Moves a colour towards `towards` in small steps until it has `ratio` against every background.
 */
export function readableOn(
  color: Rgb,
  backgrounds: readonly Rgb[],
  towards: Rgb,
  ratio = 4.5,
): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = parseHex(toHex(mix(color, towards, share))) ?? towards;
    if (backgrounds.every((background) => contrast(candidate, background) >= ratio))
      return candidate;
  }
  return towards;
}

function luminance({ r, g, b }: Rgb): number {
  const [x, y, z] = [r, g, b].map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
}
