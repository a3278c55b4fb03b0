import type { DashboardSectionName } from "./module.ts";
import type { ShellUser } from "./shell-sources.ts";

/** What the first page shows, in one answer. A section is null where its own call has to tell. */
export interface FirstOverview extends Record<DashboardSectionName, readonly unknown[] | null> {
  me: ShellUser;
}

let answer: Promise<FirstOverview | undefined> | undefined;
const taken = new Set<string>();

/** Begins to load the overview; when it fails, its parts are asked for one by one. */
export function beginOverview(load: () => Promise<FirstOverview>): void {
  taken.clear();
  answer = load().catch(() => undefined);
}

/**
 * Returns a part of the overview that was begun, once: whoever asks again wants it as it is then.
 * Undefined where there is none.
 */
export async function takeFirst<Part extends keyof FirstOverview>(
  part: Part,
): Promise<FirstOverview[Part] | undefined> {
  if (answer === undefined || taken.has(part)) return undefined;
  taken.add(part);
  return (await answer)?.[part];
}
