import type { Branding } from "#modules/tenants/server/public.ts";
import { escapeHtml } from "#platform/contract/escape-html.ts";
import type { OutgoingMail } from "#platform/server/mail/mail-message.ts";
import { type MailContent, renderMail } from "#platform/server/mail/mail-layout.ts";
import type { MailedMessage } from "./content-queries.ts";

/** What a mail says beside its message. */
export interface Addressed {
  address: string;
  /** The people at this address whom it is for. */
  names: readonly string[];
  /** One of them can log in. */
  hasLogin: boolean;
  /** In angle brackets. */
  messageId: string;
  /** Where the choice of mails is changed: for people, and for mail programs. */
  unsubscribe: { page: string; call: string };
}

export type Attached = NonNullable<OutgoingMail["attachments"]>;

/** Who is told by name in the address line; with more it would be cut off anyway. */
const NAMED = 3;

/** One message to one mailbox, in full. Answers go to its sender. */
export function messageLetter(
  message: MailedMessage,
  branding: Branding,
  to: Addressed,
  attached: Attached,
): OutgoingMail {
  const answer = message.sender_address ?? branding.replyTo;
  const files =
    attached.length === message.attachments.length ? "" : attachmentLine(message, to.hasLogin);
  const content: MailContent = {
    title: message.subject,
    paragraphs: [`Nachricht von ${message.sender}`],
    body: {
      html: files === "" ? message.content : `${message.content}<p><i>${escapeHtml(files)}</i></p>`,
      text: files === "" ? message.plain_text : `${message.plain_text}\n\n${files}`,
    },
    ...(to.hasLogin
      ? { button: { label: "Nachricht öffnen", url: `${branding.origin}/messaging/${message.id}` } }
      : {}),
    footer: [
      `Diese Nachricht ging an ${listed(to.names)}.`,
      answer === null
        ? "Auf diese E-Mail können Sie nicht antworten."
        : `Ihre Antwort geht an ${message.sender_address === null ? branding.clubName : message.sender}.`,
    ].join(" "),
    footerLink: {
      label: "E-Mails zu Nachrichten ändern oder abbestellen",
      url: to.unsubscribe.page,
    },
  };
  return {
    ...envelope(branding, to, `${message.sender} über ${branding.senderName}`),
    ...(answer === null
      ? {}
      : {
          replyTo: {
            ...(message.sender_address === null ? {} : { name: message.sender }),
            address: answer,
          },
        }),
    subject: message.subject,
    headers: {
      ...listHeaders(to),
      References: `<message-${message.reply_to ?? message.id}@${hostOf(to.messageId)}>`,
    },
    ...renderMail(branding, content),
    attachments: attached,
  };
}

/** All messages of a day to one mailbox. */
export function digestLetter(
  messages: readonly MailedMessage[],
  branding: Branding,
  to: Addressed,
): OutgoingMail {
  const time = new Intl.DateTimeFormat("de-DE", {
    timeZone: branding.timeZone,
    day: "2-digit",
    month: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const parts = messages.map((message) => {
    const head = `Von ${message.sender}, ${time.format(message.sent_at)} Uhr`;
    const files = message.attachments.length === 0 ? "" : attachmentLine(message, to.hasLogin);
    return {
      html: `<h2 style="font-size:17px;margin:24px 0 4px">${escapeHtml(message.subject)}</h2><p style="margin:0;color:#666666;font-size:14px">${escapeHtml(head)}</p>${message.content}${files === "" ? "" : `<p><i>${escapeHtml(files)}</i></p>`}`,
      text: [message.subject, head, message.plain_text, ...(files === "" ? [] : [files])].join(
        "\n\n",
      ),
    };
  });
  const [only] = messages;
  const count =
    messages.length === 1 ? "Eine neue Nachricht" : `${messages.length} neue Nachrichten`;
  return {
    ...envelope(branding, to, branding.senderName),
    ...(branding.replyTo === null ? {} : { replyTo: { address: branding.replyTo } }),
    subject:
      messages.length === 1
        ? `Neue Nachricht: ${only?.subject ?? ""}`
        : `${count} von ${branding.clubName}`,
    headers: listHeaders(to),
    ...renderMail(branding, {
      title: count,
      paragraphs: [],
      body: {
        html: parts.map(({ html }) => html).join("<hr>"),
        text: parts.map(({ text }) => text).join("\n\n* * *\n\n"),
      },
      ...(to.hasLogin
        ? { button: { label: "Nachrichten öffnen", url: `${branding.origin}/messaging` } }
        : {}),
      footer: `Diese Zusammenfassung ging an ${listed(to.names)}.`,
      footerLink: {
        label: "E-Mails zu Nachrichten ändern oder abbestellen",
        url: to.unsubscribe.page,
      },
    }),
  };
}

function envelope(branding: Branding, to: Addressed, fromName: string) {
  const name = to.names.length > NAMED ? "" : to.names.join(", ");
  return { to: { name, address: to.address }, fromName, messageId: to.messageId };
}

/** RFC 8058: mail programs show a button that unsubscribes with one click. */
function listHeaders({ unsubscribe }: Addressed): Record<string, string> {
  return {
    "List-Unsubscribe": `<${unsubscribe.call}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

function attachmentLine({ attachments }: MailedMessage, hasLogin: boolean): string {
  const names = attachments.map(({ name }) => name).join(", ");
  const where = hasLogin
    ? "Sie finden sie bei der Nachricht im Mitgliederbereich."
    : "Bitte fragen Sie den Absender danach.";
  return `Anhänge, die für diese E-Mail zu groß oder zu viele waren: ${names}. ${where}`;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("de", { type: "conjunction" }).format(names);
}

function hostOf(messageId: string): string {
  return messageId.slice(messageId.indexOf("@") + 1, -1);
}
