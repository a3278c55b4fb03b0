import type { ReadTx } from "./database/database.ts";
import type { Principal } from "./http/principal.ts";

/** People as another module knows them, for a message to all of them. */
export interface FoundRecipients {
  /** German: „Zugesagt: Sommerfest, 14. Juni“. */
  label: string;
  memberIds: readonly string[];
  /** How many more there are who are no members. */
  guests: number;
}

/** What the picker of recipients offers of another module. */
export interface OfferedRecipients {
  id: string;
  label: string;
  count: number;
}

/** Lets messages go to those who have to do with a record of another module. */
export interface RecipientSource {
  kind: "EVENT";
  /** Returns records whose people the sender may be interested in, those that fit the words. */
  offer(
    tx: ReadTx,
    sender: Principal,
    words: readonly string[],
    most: number,
  ): Promise<OfferedRecipients[]>;
  /**
   * Returns the people of a record, as far as they are in one of the states (none: all). Undefined
   * where the sender may not know them, or where there is no such record.
   */
  find(
    tx: ReadTx,
    sender: Principal,
    wanted: { id: string; states: readonly string[] },
  ): Promise<FoundRecipients | undefined>;
}
