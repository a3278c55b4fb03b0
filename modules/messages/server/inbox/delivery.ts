import type { ReadTx } from "#platform/server/database/database.ts";
import type { Delivery } from "../../contract.ts";
import { countMails } from "../mail/delivery-queries.ts";
import { countReaders, type MessageRecord } from "./message-queries.ts";

/** How messages are getting on, for their sender. */
export async function deliveriesOf(
  tx: ReadTx,
  records: readonly MessageRecord[],
): Promise<ReadonlyMap<string, Delivery>> {
  const sent = records.filter(({ sent_by_reader }) => sent_by_reader);
  const ids = sent.map(({ id }) => id);
  const read = await countReaders(tx, ids);
  const mails = await countMails(tx, ids);
  return new Map(
    sent.map(({ id, recipient_count }) => {
      const { mailed = 0, failed = 0 } = mails.get(id) ?? {};
      return [id, { recipients: recipient_count, mailed, failed, read: read.get(id) ?? 0 }];
    }),
  );
}
