/**
 * Surfaces, texts and lines of both schemes by their names in the browser's style sheet (theme.css
 * has the same values, and those that only the application needs).
 */
export const COLORS = {
  light: {
    "surface-page": "#f6f6f4",
    "surface-card": "#ffffff",
    "surface-sunken": "#eeeeeb",
    "text-strong": "#17191c",
    "text-normal": "#3b4046",
    "text-quiet": "#5f666e",
    line: "#dfdfda",
    "line-strong": "#8b9098",
    "danger-text": "#a3241a",
    "danger-soft": "#fdf0ef",
    "good-text": "#1b6b3a",
    "good-soft": "#e8f5ec",
  },
  dark: {
    "surface-page": "#16181b",
    "surface-card": "#1d2024",
    "surface-sunken": "#272b30",
    "text-strong": "#f2f3f5",
    "text-normal": "#d3d6db",
    "text-quiet": "#a2a8b1",
    line: "#30353b",
    "line-strong": "#767d87",
    "danger-text": "#ff9d93",
    "danger-soft": "#3a2220",
    "good-text": "#7fd6a0",
    "good-soft": "#1c3326",
  },
} as const;

export type Scheme = keyof typeof COLORS;
