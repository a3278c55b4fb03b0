import { createAtom } from "@tanstack/react-store";

/** How many requests are under way; the thin bar on top shows while it exceeds zero. */
export const openRequests = createAtom(0);

export function requestStarted(): void {
  openRequests.set(openRequests.get() + 1);
}

export function requestEnded(): void {
  openRequests.set(Math.max(0, openRequests.get() - 1));
}
