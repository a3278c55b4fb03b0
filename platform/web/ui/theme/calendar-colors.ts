/** The four calendar colours, each with a strong and a pastel tone (values in theme.css). */
const TONES = {
  GREEN: { strong: "var(--calendar-green)", pastel: "var(--calendar-green-pastel)" },
  BLUE: { strong: "var(--calendar-blue)", pastel: "var(--calendar-blue-pastel)" },
  YELLOW: { strong: "var(--calendar-yellow)", pastel: "var(--calendar-yellow-pastel)" },
  RED: { strong: "var(--calendar-red)", pastel: "var(--calendar-red-pastel)" },
} as const;

export interface CalendarTones {
  strong: string;
  pastel: string;
}

/** Specification: any other value is shown as yellow. */
export function calendarTones(color: string | null | undefined): CalendarTones {
  return Object.hasOwn(TONES, color ?? "") ? TONES[color as keyof typeof TONES] : TONES.YELLOW;
}
