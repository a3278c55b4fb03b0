import { FairQueue } from "#platform/server/fair-queue.ts";
import { PROGRAMME_WAIT_LIMIT_MS } from "../contract.ts";

const LIMITS = {
  most: 30,
  mostOfOne: 4,
  longestWaitMs: PROGRAMME_WAIT_LIMIT_MS,
  refusals: {
    busy: {
      code: "PROGRAMMES_BUSY",
      detail:
        "Es werden gerade viele Programme gelesen. Bitte versuchen Sie es in ein paar Minuten noch einmal.",
    },
    busyWithOwn: {
      code: "PROGRAMMES_OF_CLUB",
      detail:
        "Aus Ihrem Verein werden gerade mehrere Programme gelesen. Bitte warten Sie, bis sie fertig sind.",
    },
  },
};

/** One programme at a time, so that recognition leaves the server its other cores. */
export const programmeQueue = new FairQueue({ ...LIMITS, atOnce: 1 });

/** Pictures shown beside their drafts take a moment, and must not wait for programmes. */
export const pictureQueue = new FairQueue({ ...LIMITS, atOnce: 2 });
