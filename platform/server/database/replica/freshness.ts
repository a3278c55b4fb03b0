/** Older than this a replica's answer is nobody's, whatever is known of changes. */
const MOST_LAG_MS = 5_000;
/** Of a replica that is far behind only the latest are kept. */
const MOST_SAMPLES = 60;

/** How far the primary had written at a moment. */
interface Sample {
  at: number;
  position: bigint;
}

/**
 * Of which moment a replica shows everything, and who may be shown that. Moments are those of this
 * process: what it asked the primary, and when it heard of changes. Clocks of other machines don't
 * matter, and no time is guessed.
 */
export class Freshness {
  #asOf = -Infinity;
  /** Not replayed yet, oldest first. */
  #samples: Sample[] = [];
  readonly #changes = new Map<string, number>();
  #allChanged = -Infinity;

  /** @param at before the primary was asked: all that was committed then is in its position. */
  written(at: number, position: bigint): void {
    // Another primary begins where its own log ended.
    if (position < (this.#samples.at(-1)?.position ?? 0n)) this.#samples = [];
    this.#samples.push({ at, position });
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift();
  }

  /** The replica shows everything up to this position. */
  replayed(position: bigint): void {
    const behind = this.#samples.findIndex((sample) => sample.position > position);
    const shown = this.#samples.splice(0, behind < 0 ? this.#samples.length : behind);
    this.#asOf = shown.at(-1)?.at ?? this.#asOf;
    for (const [tenantId, at] of this.#changes) if (at < this.#asOf) this.#changes.delete(tenantId);
  }

  /** The replica is away, or is none any more. */
  lost(): void {
    this.#asOf = -Infinity;
    this.#samples = [];
  }

  /** A club's rows have changed, or those of all (`*`). */
  changed(tenantId: string, at: number): void {
    if (tenantId === "*") this.#allChanged = at;
    else this.#changes.set(tenantId, at);
  }

  /** Whether the replica shows a club everything that is known to have happened there. */
  mayServe(tenantId: string, now: number): boolean {
    const changed = Math.max(this.#allChanged, this.#changes.get(tenantId) ?? -Infinity);
    return this.#asOf > changed && now - this.#asOf <= MOST_LAG_MS;
  }
}
