import { failureOf, UploadFailure } from "./upload-failure.ts";

/** Specification: 5 retries. */
const RETRIES = 5;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

/** Repeats what failed in passing, later each time; what will not get better is thrown at once. */
export async function withRetries<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  wait: typeof pause = pause,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const failure = failureOf(error);
      if (
        signal.aborted ||
        !(failure instanceof UploadFailure) ||
        !failure.passing ||
        attempt >= RETRIES
      )
        throw failure;
      // A little chance in it: three chunks that failed together should not come back together.
      const backOff =
        Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT) * (0.75 + Math.random() / 2);
      await wait(Math.max(backOff, failure.waitAtLeast), signal);
    }
  }
}

/** Waits, but no longer than until the browser is online again. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      stop.abort();
      resolve();
    }, milliseconds);
    const goOn = () => {
      clearTimeout(timer);
      stop.abort();
      resolve();
    };
    globalThis.addEventListener("online", goOn, { signal: stop.signal });
    const giveUp = () => {
      clearTimeout(timer);
      stop.abort();
      reject(new DOMException("Aborted", "AbortError"));
    };
    signal.addEventListener("abort", giveUp, { signal: stop.signal });
  });
}
