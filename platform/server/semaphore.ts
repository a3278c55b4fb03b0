/**
 * Lets a number of pieces of work run at the same time, the others in the order in which they came.
 * It guards the threads and the memory of the process, so one for each kind of work is made when
 * its file is loaded, and applications in one process share it.
 */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Returns how many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs work in its turn. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.take();
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a turn; returns what ends it, once however often it is called. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      const next = this.#waiting.shift();
      // The place is handed on directly: a caller in between can't take it as well.
      if (next === undefined) this.#free++;
      else next();
    };
  }
}
