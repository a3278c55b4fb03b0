import type { Figure } from "./report.ts";

export async function pageFigures(_origin: string): Promise<Figure[]> {
  return [];
}
