import { setTimeout as wait } from "node:timers/promises";
import { openPage } from "#modules/system/server/testing.ts";

const LOOK_EVERY_MS = 5;
const RECONNECT_MS = 500;

/**
 * An open page that follows the updates as the browser does: after a loss it connects again and
 * says how long it heard nothing.
 */
export class FollowingPage {
  /** What was heard when, in order: ids of a kind, or that everything is to be read again. */
  readonly #heard: { at: number; what: string | { kind: string; ids: string[] } }[] = [];
  #isClosed = false;
  losses = 0;

  constructor(origin: string, token: string) {
    void this.#follow(origin, token);
  }

  async #follow(origin: string, token: string): Promise<void> {
    let heardAt = Date.now();
    while (!this.#isClosed) {
      const page = await openPage(
        origin,
        { token, tenant: { name: "demo" } },
        Date.now() - heardAt,
      ).catch(() => undefined);
      let taken = 0;
      while (page !== undefined && !page.hasEnded && !this.#isClosed) {
        for (; taken < page.events.length; taken++) {
          heardAt = Date.now();
          this.#heard.push({ at: performance.now(), what: page.events[taken] ?? "" });
        }
        await wait(LOOK_EVERY_MS);
      }
      page?.close();
      this.losses += 1;
      await wait(RECONNECT_MS);
    }
  }

  /**
   * True when the page knows of a change that was asked for at a time: it was told, or reads
   * everything again since.
   */
  knowsOf(kind: string, id: string, since: number): boolean {
    return this.#heard.some(
      ({ at, what }) =>
        at >= since &&
        (what === "resync" ||
          (typeof what === "object" && what.kind === kind && what.ids.includes(id))),
    );
  }

  close(): void {
    this.#isClosed = true;
  }
}
