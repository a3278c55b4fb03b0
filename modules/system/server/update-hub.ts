import type { FastifyBaseLogger } from "fastify";
import type { Change } from "#platform/server/live.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { eventsFor, type LiveKinds, mayHaveOtherRights } from "./event-visibility.ts";
import { gather, type KindChanges, RecentChanges } from "./recent-changes.ts";

/** Changes that follow each other closely are told together. */
const GATHER_MS = 50;
/** Members whose rights are read at the same time: requests go on beside it. */
const READERS = 4;

/** A page that listens. */
export interface Listener {
  tenantId: string;
  principal: Principal;
  /** Of its request. */
  log: FastifyBaseLogger;
  /** The member's rights as they are now; fails when their log-in is over. */
  reread(): Promise<Principal>;
  send(text: string): void;
  end(): void;
}

interface Club {
  listeners: Set<Listener>;
  waiting: KindChanges;
  isBusy: boolean;
}

/** Brings the changes of all processes to the pages that are open here. */
export class UpdateHub {
  readonly #kinds: LiveKinds;
  readonly #recent = new RecentChanges();
  readonly #clubs = new Map<string, Club>();

  constructor({ live }: Pick<Services, "live">, kinds: LiveKinds) {
    this.#kinds = kinds;
    live.subscribe(
      (change) => this.#take(change),
      () => this.#resync(),
    );
  }

  /**
   * Lets a page listen, until the function given back is called. It first hears what it missed, or
   * `resync`: read everything again.
   * @param missed milliseconds since the page last heard something; undefined: it knows nothing yet
   */
  add(listener: Listener, missed: number | undefined): () => void {
    const { tenantId } = listener;
    const club = this.#clubs.get(tenantId) ?? {
      listeners: new Set(),
      waiting: new Map(),
      isBusy: false,
    };
    this.#clubs.set(tenantId, club);
    club.listeners.add(listener);
    const changes = missed === undefined ? undefined : this.#recent.since(tenantId, missed);
    // Rights may have changed between the check of the token and now.
    void reread(listener).then((stays) => {
      if (stays)
        this.#deliver(club, listener, () =>
          changes === undefined
            ? RESYNC
            : `: here\n\n${eventsFor(listener.principal, this.#kinds, changes)}`,
        );
    });
    return () => {
      club.listeners.delete(listener);
      if (club.listeners.size === 0 && this.#clubs.get(tenantId) === club)
        this.#clubs.delete(tenantId);
    };
  }

  #take(change: Change): void {
    this.#recent.add(change);
    const club = this.#clubs.get(change.tenantId);
    if (club === undefined) return;
    gather(club.waiting, change);
    if (!club.isBusy) void this.#tell(club);
  }

  async #tell(club: Club): Promise<void> {
    club.isBusy = true;
    try {
      while (club.waiting.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
        const changes = club.waiting;
        club.waiting = new Map();
        await rereadAll(
          [...club.listeners].filter(({ principal }) =>
            mayHaveOtherRights(principal.userId, changes),
          ),
        );
        for (const listener of club.listeners)
          this.#deliver(club, listener, () => eventsFor(listener.principal, this.#kinds, changes));
      }
    } finally {
      club.isBusy = false;
    }
  }

  /** A page that can't be told is let go: it connects again, and the others must not wait for it. */
  #deliver(club: Club, listener: Listener, text: () => string): void {
    try {
      const events = text();
      if (events !== "") listener.send(events);
    } catch (error) {
      listener.log.warn({ err: error }, "a page that listens for updates is let go");
      club.listeners.delete(listener);
      end(listener);
    }
  }

  #resync(): void {
    this.#recent.forget();
    for (const club of this.#clubs.values())
      for (const listener of club.listeners) this.#deliver(club, listener, () => RESYNC);
  }
}

const RESYNC = "event: resync\ndata: {}\n\n";

/** False when the log-in is over; the stream is ended then. */
export async function reread(listener: Listener): Promise<boolean> {
  try {
    listener.principal = await listener.reread();
    return true;
  } catch {
    end(listener);
    return false;
  }
}

function end(listener: Listener): void {
  try {
    listener.end();
  } catch {
    // Its connection is gone already.
  }
}

async function rereadAll(listeners: Listener[]): Promise<void> {
  const one = async () => {
    for (let next = listeners.pop(); next !== undefined; next = listeners.pop()) await reread(next);
  };
  await Promise.all(Array.from({ length: READERS }, one));
}
