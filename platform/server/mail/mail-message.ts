import { z } from "zod";

const person = z.strictObject({ name: z.string().exactOptional(), address: z.string() });
const file = { fileName: z.string(), contentType: z.string() };

/** A mail as modules queue it. */
export const mailMessage = z.strictObject({
  to: person,
  /** Shown beside the installation's sender address, for example the club's name. */
  fromName: z.string().exactOptional(),
  replyTo: person.exactOptional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Additional headers such as List-Unsubscribe. */
  headers: z.record(z.string(), z.string()).exactOptional(),
  /**
   * Small texts such as a calendar file travel with the job; larger files stay in the store until
   * they are sent.
   */
  attachments: z
    .array(
      z.union([
        z.strictObject({ ...file, content: z.string() }),
        z.strictObject({ ...file, blobKey: z.string() }),
      ]),
    )
    .readonly()
    .exactOptional(),
  /** An invitation or its end, as mail programs show it with buttons. */
  calendar: z
    .strictObject({ method: z.enum(["REQUEST", "CANCEL"]), content: z.string() })
    .exactOptional(),
  /** A person is waiting for it (a password link): goes before all others. */
  urgent: z.literal(true).exactOptional(),
});
export type MailMessage = z.output<typeof mailMessage>;

/** A mail as it goes out: with the bytes of its files. */
export interface OutgoingMail extends Omit<MailMessage, "attachments"> {
  /** In angle brackets; the same at each try. */
  messageId: string;
  /** The id of the club that it is from; only files tell it. */
  club?: string;
  attachments?: readonly { fileName: string; contentType: string; content: string | Buffer }[];
}

/** Returns one line, as a header is: what would begin another one becomes a space. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed here
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
}
