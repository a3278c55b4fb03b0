import { AppError } from "./http/app-error.ts";

export interface FairQueueOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** Callers inside at the same time, at work or waiting. */
  most: number;
  mostOfOne: number;
  longestWaitMs: number;
  /** Why callers are refused: all places are taken, or all of theirs. */
  refusals: {
    busy: { code: string; detail: string };
    busyWithOwn: { code: string; detail: string };
  };
}

/** Waits for a turn and does the work in it. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

interface Key {
  inside: number;
  /** Number of the turn that it was given last. */
  lastTurn: number;
}

interface Waiting {
  key: Key;
  begin(): void;
}

/**
 * Lets dear work run in fair turns: of the clubs that wait, the one whose last turn is longest ago
 * comes next, however many of its own each has brought. Like a semaphore it guards the process, so
 * one for each kind of work is made when its file is loaded.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Of those who are inside. */
  readonly #keys = new Map<string, Key>();
  #waiting: Waiting[] = [];
  #inside = 0;
  #running = 0;
  #turns = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Returns how many are inside. */
  get inside(): number {
    return this.#inside;
  }

  /**
   * Lets a caller in for as long as the visit lasts, so that what it needs before and after its
   * turns is limited too. Refused with 429 while `key` has its most inside, with 503 while all
   * places are taken, and when a turn does not come in time or the caller goes away.
   */
  async visit<T>(
    name: string,
    signal: AbortSignal,
    visit: (takeTurn: TakeTurn) => Promise<T>,
  ): Promise<T> {
    const key = this.#enter(name);
    try {
      return await visit(async (work) => {
        await this.#begin(key, signal);
        try {
          return await work();
        } finally {
          this.#end();
        }
      });
    } finally {
      this.#inside--;
      if (--key.inside === 0) this.#keys.delete(name);
    }
  }

  #enter(name: string): Key {
    const { most, mostOfOne, refusals } = this.#options;
    // Who is new comes before those whose turn it is now, and after those who wait longer.
    const key = this.#keys.get(name) ?? { inside: 0, lastTurn: this.#turns - 0.5 };
    if (key.inside >= mostOfOne)
      throw new AppError("TOO_MANY_REQUESTS", { ...refusals.busyWithOwn, retryAfterSeconds: 60 });
    if (this.#inside >= most) throw this.#busy();
    this.#keys.set(name, key);
    key.inside++;
    this.#inside++;
    return key;
  }

  async #begin(key: Key, caller: AbortSignal): Promise<void> {
    if (caller.aborted) throw this.#busy();
    if (this.#running >= this.#options.atOnce) return this.#wait(key, caller);
    this.#running++;
    key.lastTurn = ++this.#turns;
  }

  async #wait(key: Key, caller: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const limit = AbortSignal.any([caller, AbortSignal.timeout(this.#options.longestWaitMs)]);
    const waiting: Waiting = { key, begin: resolve };
    const leave = () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      reject(this.#busy());
    };
    limit.addEventListener("abort", leave);
    this.#waiting.push(waiting);
    await promise.finally(() => limit.removeEventListener("abort", leave));
  }

  /** The turn is handed on directly: a caller in between can't take it as well. */
  #end(): void {
    const [next] = this.#waiting.toSorted((one, other) => one.key.lastTurn - other.key.lastTurn);
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.key.lastTurn = ++this.#turns;
    next.begin();
  }

  #busy(): AppError {
    return new AppError("UNAVAILABLE", { ...this.#options.refusals.busy, retryAfterSeconds: 120 });
  }
}
