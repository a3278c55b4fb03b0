import { FairQueue } from "#platform/server/fair-queue.ts";

/** Reading a file takes a moment, at most as long as `readEventFile` gives it. */
export const importQueue = new FairQueue({
  atOnce: 2,
  most: 30,
  mostOfOne: 4,
  longestWaitMs: 60_000,
  refusals: {
    busy: {
      code: "IMPORTS_BUSY",
      detail:
        "Es werden gerade viele Dateien gelesen. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
    },
    busyWithOwn: {
      code: "IMPORTS_OF_CLUB",
      detail:
        "Aus Ihrem Verein werden gerade mehrere Dateien gelesen. Bitte warten Sie, bis sie fertig sind.",
    },
  },
});
