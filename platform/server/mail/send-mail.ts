import { buffer } from "node:stream/consumers";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { BlobStore } from "../blobs/blobs.ts";
import type { WriteTx } from "../database/database.ts";
import { AppError } from "../http/app-error.ts";
import { addJob } from "../jobs/add-job.ts";
import { job, type TenantRun } from "../jobs/job.ts";
import { mailMessage, type MailMessage, oneLine, type OutgoingMail } from "./mail-message.ts";
import { createMailTransport, type MailTransport } from "./mail-transport.ts";

const queuedMail = mailMessage.extend({ messageId: z.string() });
type QueuedMail = z.output<typeof queuedMail>;

export const sendMail = job({
  id: "mail:send-mail",
  formerly: ["mail:send"],
  payload: queuedMail,
  handler: ({ environment, blobs }) => mailSender(createMailTransport(environment), blobs),
});

/** Priority of what is of no use when it comes late. */
export const AHEAD = -5;

/**
 * Queues a mail in the transaction of its cause. A repeated try carries the same Message-ID.
 * @param key names the mail where a job that may run twice queues it: the second time it is the
 * same mail. Letters, digits and hyphens.
 * @param priority `AHEAD`: before the others that wait
 */
export async function enqueueMail(
  tx: WriteTx,
  message: MailMessage,
  key?: string,
  priority = 0,
): Promise<void> {
  const id = key ?? uuidv7();
  const queued = {
    ...message,
    subject: oneLine(message.subject),
    messageId: `<${id}@vereinsheim>`,
  };
  await addJob(tx, sendMail, queued, {
    ...(key === undefined ? {} : { key }),
    // A mail server that hangs must not hold up other work: few mails at a time.
    ...(message.urgent === true
      ? { queue: "mail-urgent", priority: -10 }
      : { queue: `mail-${id.charCodeAt(id.length - 1) % 2}`, priority }),
  });
}

/** Returns what hands a queued mail to a transport. */
export function mailSender(transport: MailTransport, blobs: Pick<BlobStore, "get">) {
  return async (
    mail: QueuedMail,
    { log, tenantId }: Pick<TenantRun, "log" | "tenantId">,
  ): Promise<void> => {
    const attachments: OutgoingMail["attachments"] & unknown[] = [];
    for (const { fileName, contentType, ...rest } of mail.attachments ?? []) {
      const content = "content" in rest ? rest.content : await stored(blobs, rest.blobKey);
      if (content === undefined) {
        // Deleted meanwhile, so it is not to be sent any more either.
        log.warn({ messageId: mail.messageId }, "mail not sent: its file is gone");
        return;
      }
      attachments.push({ fileName, contentType, content });
    }
    await transport.send({ ...mail, attachments, club: tenantId });
  };
}

async function stored(blobs: Pick<BlobStore, "get">, key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await blobs.get(key));
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}
