import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { Readable } from "node:stream";
import { claimFiles, storeAttachment } from "./sending/attachments.ts";
import { selectRecipientIds, setReadBy } from "./sending/send-queries.ts";
import { writeMessage } from "./sending/send-message.ts";

export { audienceOf, reachOf } from "./addressees/addressees.ts";
export { messageHandlers } from "./inbox/message-handlers.ts";
export { sendMessage } from "./sending/send-message.ts";
export { possibleRecipients } from "./addressees/possible-recipients.ts";
export { type Added, mayWriteToGroup, mayWriteToMember } from "./addressees/rules.ts";

interface PastMessage {
  sender: { userId: string; name: string };
  subject: string;
  html: string;
  recipientIds?: string[];
  recipientGroupIds?: string[];
  replyTo?: string;
  attachments?: readonly { name: string; bytes: Buffer }[];
  sentAt: Date;
  /** Of the recipients: who has read it. */
  hasRead(userId: string): boolean;
}

/** Keeps a message of the past, for the demo: no mails are sent. Returns its id. */
export async function keepMessage(
  tx: WriteTx,
  blobs: BlobStore,
  past: PastMessage,
): Promise<string> {
  const files = [];
  for (const { name, bytes } of past.attachments ?? [])
    files.push(await storeAttachment(blobs, Readable.from([bytes]), name));
  const { id } = await writeMessage(tx, past.sender, {
    subject: past.subject,
    html: past.html,
    addressees: {
      recipientIds: past.recipientIds ?? [],
      recipientGroupIds: past.recipientGroupIds ?? [],
      sets: [],
      notAllowedIds: [],
    },
    replyTo: past.replyTo ?? null,
    attachments: await claimFiles(tx, files),
    sentAt: past.sentAt,
    heldUntil: null,
  });
  const readers = (await selectRecipientIds(tx, id)).filter((userId) => past.hasRead(userId));
  await setReadBy(
    tx,
    id,
    readers,
    new Date(Math.min(Date.now(), past.sentAt.getTime() + 3_600_000)),
  );
  return id;
}
