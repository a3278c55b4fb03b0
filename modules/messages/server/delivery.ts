import type { ReadTx } from "#platform/server/database.ts";
import type { Delivery } from "../contract.ts";
import { countReaders, type MessageRecord } from "./message-queries.ts";

/** How messages are getting on, for their sender. */
export async function deliveriesOf(tx: ReadTx, records: readonly MessageRecord[]): Promise<ReadonlyMap<string, Delivery>> {
  const sent = records.filter(({ sent_by_reader }) => sent_by_reader);
  const read = await countReaders(
    tx,
    sent.map(({ id }) => id),
  );
  return new Map(sent.map(({ id, recipient_count }) => [id, { recipients: recipient_count, mailed: 0, failed: 0, read: read.get(id) ?? 0 }]));
}
