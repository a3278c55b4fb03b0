import { formatDate } from "#platform/web/format/format.ts";

/**
 * `seit 01.04.2019`, `bis 31.12.2026`, `01.04.2019 bis 31.12.2026`; an open period says nothing.
 */
export function periodText(from: string | null, to: string | null): string {
  if (from && to) return `${formatDate(from)} bis ${formatDate(to)}`;
  if (from) return `seit ${formatDate(from)}`;
  return to ? `bis ${formatDate(to)}` : "";
}
