import type { InstallationRun } from "./job.ts";

/**
 * Does something for each of these clubs, whatever happens with others; at shutdown for no further
 * one.
 *
 * @throws AggregateError of all that failed, so that the job is tried again
 */
export async function eachTenant<Club>(
  { signal }: Pick<InstallationRun, "signal">,
  clubs: readonly Club[],
  work: (club: Club) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const club of clubs) {
    if (signal.aborted) break;
    try {
      await work(club);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `failed for ${failures.length} of ${clubs.length} clubs`);
}
