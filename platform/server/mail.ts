import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { v7 as uuidv7 } from "uuid";
import type { WriteTx } from "./database.ts";
import { addJob, type JobHandler } from "./jobs.ts";

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
  /** Small texts such as a calendar file; they travel with the job. */
  attachments?: readonly { fileName: string; contentType: string; content: string }[];
}

interface QueuedMail extends MailMessage {
  messageId: string;
}

export const MAIL_JOB = "mail:send";

/**
 * Queues a mail in the transaction of its cause. A repeated try carries the same Message-ID.
 * @param key names the mail where a job that may run twice queues it: the second time it is the same mail. Letters,
 *   digits and hyphens.
 */
export async function enqueueMail(tx: WriteTx, message: MailMessage, key?: string): Promise<void> {
  const queued: QueuedMail = { ...message, subject: oneLine(message.subject), messageId: `<${key ?? uuidv7()}@vereinsheim>` };
  await addJob(tx, MAIL_JOB, queued, key === undefined ? {} : { key: `${MAIL_JOB}:${key}` });
}

export interface MailTransport {
  send(mail: QueuedMail): Promise<void>;
}

/** SMTP when set, else `.eml` files that any mail program opens. */
export function createMailTransport({ smtpUrl, mailFrom, dataDir }: { smtpUrl: string | undefined; mailFrom: string; dataDir: string }): MailTransport {
  // Files and addresses are never read from a mail's content.
  const safe = { disableFileAccess: true, disableUrlAccess: true };
  if (smtpUrl !== undefined) {
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    });
    return { send: async (mail) => void (await transport.sendMail({ ...compose(mail, mailFrom), ...safe })) };
  }
  const folder = join(dataDir, "mail");
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await writer.sendMail({ ...compose(mail, mailFrom), ...safe });
      await mkdir(folder, { recursive: true });
      // Named after the Message-ID: sending again replaces the same file.
      const path = join(folder, `${mail.messageId.slice(1, -"@vereinsheim>".length)}.eml`);
      const file = await open(`${path}.part`, "w", 0o600);
      await file.writeFile(message as Buffer);
      await file.sync();
      await file.close();
      await rename(`${path}.part`, path);
    },
  };
}

export function mailJob(transport: MailTransport): JobHandler {
  return async (payload) => transport.send(payload as QueuedMail);
}

function compose(mail: QueuedMail, mailFrom: string) {
  const { name, address } = parseAddress(mailFrom);
  return {
    messageId: mail.messageId,
    from: { name: oneLine(mail.fromName ?? name), address },
    to: person(mail.to),
    ...(mail.replyTo ? { replyTo: person(mail.replyTo) } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
    attachments: (mail.attachments ?? []).map(({ fileName, contentType, content }) => ({ filename: oneLine(fileName), contentType, content })),
  };
}

function person({ name, address }: { name?: string; address: string }) {
  return { name: oneLine(name ?? ""), address: oneLine(address) };
}

function parseAddress(value: string): { name: string; address: string } {
  const match = /^(.*)<([^<>]+)>\s*$/.exec(value);
  return match ? { name: (match[1] ?? "").trim(), address: match[2] ?? "" } : { name: "", address: value.trim() };
}

/** A header is one line: what would begin another one becomes a space. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
}
