import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { MyInvitation } from "../../contract.ts";
import type { EventRow } from "./event-record.ts";

/** A row of an event before and after a change, as it matters to people who are invited. */
export interface EventChange {
  before: EventRow;
  after: EventRow;
  /** Asked for by the organiser: answers given so far begin anew. */
  resetAnswers: boolean;
}

/**
 * What invitations do for events. Invitations hang on rows: an occurrence that is invited to has
 * one of its own. All of it runs in the transaction of its cause.
 */
export interface InvitationHooks {
  /** The reader's own invitations to these events, by event. */
  myInvitations(
    tx: ReadTx,
    userId: string,
    eventIds: readonly string[],
  ): Promise<ReadonlyMap<string, MyInvitation>>;
  /**
   * A row was changed: moved (times or place), cancelled, taken back, or its settings of answers
   * are others now.
   */
  onEventChanged(tx: WriteTx, change: EventChange): Promise<void>;
  /** These rows are about to be deleted, with everything that hangs on them. */
  onEventsDeleted(tx: WriteTx, events: readonly EventRow[]): Promise<void>;
  /**
   * A series was split: `later` goes on where `earlier` now ends. Rows of later occurrences belong
   * to `later` already.
   */
  onSeriesSplit(tx: WriteTx, split: { earlier: EventRow; later: EventRow }): Promise<void>;
}

let hooks: InvitationHooks = {
  myInvitations: async () => new Map(),
  onEventChanged: async () => {},
  onEventsDeleted: async () => {},
  onSeriesSplit: async () => {},
};

/** Called once by the invitations part when it is loaded. */
export function provideInvitationHooks(provided: InvitationHooks): void {
  hooks = provided;
}

export function invitationHooks(): InvitationHooks {
  return hooks;
}
