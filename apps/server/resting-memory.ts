import { performance } from "node:perf_hooks";
import { getBuiltinModule, memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** So often the process looks whether it rests. */
const LOOK_MS = 10_000;
/** It rests while less than this part of the time was worked. */
const RESTING = 0.05;
/** Less than this is not worth the pause. */
const WORTH_BYTES = 32 * 1024 * 1024;

/** What a look goes by. */
interface Seen {
  /** Part of the time since the last look that was worked. */
  utilization: number;
  resident: number;
  heap: number;
}

/** The two ways to give memory back: of objects, and of everything else that has been freed. */
export interface Givers {
  collect(): void;
  /** Absent where the system's allocator is another one. */
  trim: (() => void) | undefined;
}

/**
 * Gives memory back to the system while the process rests: V8 and malloc both keep what a peak
 * needed, malloc for good. Either takes a pause of up to a tenth of a second, so it is done only
 * when little is worked and much has come since the last time.
 */
export function giveBackWhileResting(): void {
  const look = lookingAt(givers(), memoryUsage.rss, () => memoryUsage().heapTotal);
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    look(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, LOOK_MS);
  timer.unref();
}

/** Returns one look: what it sees and what it does about it. */
export function lookingAt(
  { collect, trim }: Givers,
  residentNow: () => number,
  heapNow: () => number,
): (utilization: Seen["utilization"]) => void {
  let resident = residentNow();
  let heap = heapNow();
  return (utilization) => {
    heap = Math.min(heap, heapNow());
    resident = Math.min(resident, residentNow());
    if (utilization > RESTING) return;
    if (heapNow() - heap >= WORTH_BYTES) {
      collect();
      heap = heapNow();
    }
    if (residentNow() - resident < WORTH_BYTES) return;
    trim?.();
    resident = residentNow();
  };
}

export function givers(): Givers {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  return { collect, trim: trimOfAllocator() };
}

/** `malloc_trim` of glibc; other systems' C libraries have none. */
function trimOfAllocator(): (() => void) | undefined {
  try {
    const { dlopen } = withoutWarnings(() => getBuiltinModule("node:ffi"));
    const { functions } = dlopen(null, {
      malloc_trim: { arguments: ["uint64"], return: "int32" },
    });
    return () => void functions.malloc_trim(0n);
  } catch {
    return undefined;
  }
}

/** That `node:ffi` is experimental need not stand in the log after each start. */
function withoutWarnings<T>(work: () => T): T {
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = warn;
  }
}
