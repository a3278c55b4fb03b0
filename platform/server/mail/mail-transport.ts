import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { CLUB_HEADER, mailFolder } from "./mail-files.ts";
import { oneLine, type OutgoingMail } from "./mail-message.ts";
import { messageIdOf } from "./sender-host.ts";

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
  const folder = mailFolder(dataDir);
  const writer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
  });
  return {
    async send(mail) {
      const composed = compose(mail, mailFrom);
      const club = mail.club === undefined ? {} : { [CLUB_HEADER]: mail.club };
      const headers = { ...club, ...composed.headers };
      const { message } = await writer.sendMail({ ...composed, headers, ...safe });
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

function compose(mail: OutgoingMail, mailFrom: string) {
  const { name, address } = parseAddress(mailFrom);
  return {
    messageId: messageIdOf(mail.messageId, mailFrom),
    from: { name: oneLine(mail.fromName ?? name), address },
    to: person(mail.to),
    ...(mail.replyTo ? { replyTo: person(mail.replyTo) } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
    ...(mail.calendar ? { icalEvent: { ...mail.calendar, filename: "termin.ics" } } : {}),
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
