import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import nodemailer from "nodemailer";
import { v7 as uuidv7 } from "uuid";
import { AppError } from "../http/app-error.ts";
import type { BlobStore } from "../blobs/blobs.ts";
import type { WriteTx } from "../database/database.ts";
import { addJob, type JobHandler } from "../jobs/jobs.ts";

export interface MailMessage {
  to: { name?: string; address: string };
  /** Shown beside the installation's sender address, for example the club's name. */
  fromName?: string;
  replyTo?: { name?: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Additional headers such as List-Unsubscribe. */
  headers?: Record<string, string>;
  /**
   * Small texts such as a calendar file travel with the job; larger files stay in the store until
   * they are sent.
   */
  attachments?: readonly MailAttachment[];
  /** Somebody sits and waits for it (a password link): goes before all others. */
  urgent?: true;
}

export type MailAttachment = { fileName: string; contentType: string } & (
  | { content: string }
  | { blobKey: string }
);

interface QueuedMail extends MailMessage {
  messageId: string;
}

/** A mail as it goes out: with the bytes of its files. */
export interface OutgoingMail extends Omit<MailMessage, "attachments"> {
  /** In angle brackets; the same at each try. */
  messageId: string;
  attachments?: readonly { fileName: string; contentType: string; content: string | Buffer }[];
}

export const MAIL_JOB = "mail:send";

/**
 * Queues a mail in the transaction of its cause. A repeated try carries the same Message-ID.
 * @param key names the mail where a job that may run twice queues it: the second time it is the
 * same mail. Letters, digits and hyphens.
 */
export async function enqueueMail(tx: WriteTx, message: MailMessage, key?: string): Promise<void> {
  const id = key ?? uuidv7();
  const queued: QueuedMail = {
    ...message,
    subject: oneLine(message.subject),
    messageId: `<${id}@vereinsheim>`,
  };
  await addJob(tx, MAIL_JOB, queued, {
    ...(key === undefined ? {} : { key: `${MAIL_JOB}:${key}` }),
    // A mail server that hangs must not hold up other work: few mails at a time.
    ...(message.urgent === true
      ? { queue: "mail-urgent", priority: -10 }
      : { queue: `mail-${id.charCodeAt(id.length - 1) % 2}` }),
  });
}

export interface MailTransport {
  /**
   * Resolves when the mail server has taken the mail. What it refused: `refusalOf` in
   * mail-refusal.ts.
   */
  send(mail: OutgoingMail): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

interface TransportOptions {
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
  /** Connections to the mail server at the same time. */
  connections?: number;
  /** Mails of one minute; absent: as fast as the mail server takes them. */
  perMinute?: number | undefined;
  /** A mail server that says nothing for so long is given up. */
  silenceMs?: number;
}

/** SMTP when set, else `.eml` files that any mail program opens. */
export function createMailTransport({
  smtpUrl,
  mailFrom,
  dataDir,
  connections = 2,
  perMinute,
  silenceMs = 30_000,
}: TransportOptions): MailTransport {
  // Files and addresses are never read from a mail's content.
  const safe = { disableFileAccess: true, disableUrlAccess: true };
  if (smtpUrl !== undefined) {
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connections,
      // A connection that was cut is the caller's to try again: more often here would be more often
      // twice.
      maxRequeues: 1,
      ...(perMinute === undefined ? {} : { rateDelta: 60_000, rateLimit: perMinute }),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: silenceMs,
    });
    return {
      send: async (mail) =>
        void (await transport.sendMail({ ...compose(mail, mailFrom), ...safe })),
      close: () => transport.close(),
    };
  }
  const folder = join(dataDir, "mail");
  const writer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
  });
  return {
    async send(mail) {
      const { message } = await writer.sendMail({ ...compose(mail, mailFrom), ...safe });
      await mkdir(folder, { recursive: true });
      // Named after the Message-ID: sending again replaces the same file.
      const path = join(folder, `${mail.messageId.slice(1, mail.messageId.indexOf("@"))}.eml`);
      const file = await open(`${path}.part`, "w", 0o600);
      await file.writeFile(message as Buffer);
      await file.sync();
      await file.close();
      await rename(`${path}.part`, path);
    },
    close() {},
  };
}

export function mailJob(transport: MailTransport, blobs: Pick<BlobStore, "get">): JobHandler {
  return async (payload, job) => {
    const mail = payload as QueuedMail;
    const attachments: { fileName: string; contentType: string; content: string | Buffer }[] = [];
    for (const { fileName, contentType, ...rest } of mail.attachments ?? []) {
      const content = "content" in rest ? rest.content : await stored(blobs, rest.blobKey);
      if (content === undefined) {
        // Deleted meanwhile, so it is not to be sent any more either.
        job.log.warn({ messageId: mail.messageId }, "mail not sent: its file is gone");
        return;
      }
      attachments.push({ fileName, contentType, content });
    }
    await transport.send({ ...mail, attachments });
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

function compose(mail: OutgoingMail, mailFrom: string) {
  const { name, address } = parseAddress(mailFrom);
  return {
    messageId: mail.messageId,
    from: { name: oneLine(mail.fromName ?? name), address },
    to: person(mail.to),
    ...(mail.replyTo ? { replyTo: person(mail.replyTo) } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
    attachments: (mail.attachments ?? []).map(({ fileName, contentType, content }) => ({
      filename: oneLine(fileName),
      contentType,
      content,
    })),
  };
}

function person({ name, address }: { name?: string; address: string }) {
  return { name: oneLine(name ?? ""), address: oneLine(address) };
}

function parseAddress(value: string): { name: string; address: string } {
  const match = /^(.*)<([^<>]+)>\s*$/.exec(value);
  return match
    ? { name: (match[1] ?? "").trim(), address: match[2] ?? "" }
    : { name: "", address: value.trim() };
}

/** A header is one line: what would begin another one becomes a space. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
}
