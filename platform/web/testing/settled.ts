/**
 * Waits until nothing fades or moves any more: half-way colours have half the contrast. Runs in the
 * page, so it uses nothing from outside.
 */
export async function settled(): Promise<void> {
  const running = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(running.map(({ finished }) => finished));
}
