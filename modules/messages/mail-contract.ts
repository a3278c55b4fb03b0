import { z } from "zod";
import { dateTime, id, idParams } from "#platform/contract/fields.ts";
import { bytes, noContent, route } from "#platform/contract/route.ts";
import { delivery } from "./contract.ts";

/** Why a mail did not arrive. */
export const MAIL_FAILURES = {
  ADDRESS: "Die Adresse gibt es nicht, oder sie nimmt keine Nachrichten an.",
  FULL: "Das Postfach ist voll.",
  TOO_LARGE: "Der Mailserver nimmt so große Nachrichten nicht an.",
  REJECTED: "Der Mailserver hat die Nachricht abgelehnt.",
  GAVE_UP: "Der Mailserver hat die Nachricht fünf Tage lang nicht angenommen.",
} as const;
export type MailFailure = keyof typeof MAIL_FAILURES;
const mailFailures = Object.keys(MAIL_FAILURES) as [MailFailure, ...MailFailure[]];

/** Failures named in one answer; the numbers beside them are complete. */
export const MOST_FAILURES = 200;

export const mailDelivery = delivery.extend({
  /** People whose mail is still on its way, or who get it with the digest of the day. */
  waiting: z.int(),
  /** People with an address who want no mails. */
  mailOff: z.int(),
  /** People without an e-mail address. */
  withoutMail: z.int(),
  /**
   * What the mail server says to mails that have to wait, and when they are tried again; null while
   * all goes well.
   */
  delay: z.object({ response: z.string(), nextAttemptAt: dateTime }).nullable(),
  /** In order of names. */
  failures: z.array(
    z.object({
      user: z.object({ id, firstname: z.string(), lastname: z.string() }),
      /** For readers with QUERY_USER; null for others. */
      address: z.string().nullable(),
      reason: z.enum(mailFailures),
      /** German. */
      text: z.string(),
      /** What the mail server said. */
      response: z.string().nullable(),
      at: dateTime,
    }),
  ),
});
export type MailDelivery = z.infer<typeof mailDelivery>;

export const MESSAGE_MAIL_SETTINGS = ["IMMEDIATE", "DAILY", "NONE"] as const;

/** Who a mail went to, and what mails they get; for the page behind its unsubscribe link. */
export const mailSubscription = z.object({
  /** Names of the people at this address. */
  names: z.array(z.string()),
  /** Null when they differ. */
  setting: z.enum(MESSAGE_MAIL_SETTINGS).nullable(),
});
export type MailSubscription = z.infer<typeof mailSubscription>;

/** What mail programs send; whatever it is, the call itself is the wish. */
const unsubscribeForm = z.object({ "List-Unsubscribe": z.string().optional() });
const tokenParams = z.strictObject({ token: z.string().max(200) });

export const messageMailsContract = {
  getDelivery: route({
    method: "GET",
    path: "/message/{id}/delivery",
    access: "loggedIn",
    summary: "How a message one sent is getting on, with the mails that failed",
    params: idParams,
    answer: mailDelivery,
  }),
  retryMails: route({
    method: "POST",
    path: "/message/{id}/delivery/retry",
    access: "loggedIn",
    summary: "Send failed mails once more, to the addresses as they are now",
    params: idParams,
    answer: mailDelivery,
  }),
  getSubscription: route({
    method: "GET",
    path: "/message-mail/{token}",
    access: "public",
    summary: "Which mails the people get that a mail went to; changes nothing",
    params: tokenParams,
    answer: mailSubscription,
  }),
  changeSubscription: route({
    method: "PUT",
    path: "/message-mail/{token}",
    access: "public",
    summary: "Choose which mails to get, without login",
    params: tokenParams,
    query: z.strictObject({ setting: z.enum(MESSAGE_MAIL_SETTINGS) }),
    answer: mailSubscription,
  }),
  unsubscribe: route({
    method: "POST",
    path: "/message-mail/{token}",
    access: "public",
    summary: "Get no more mails: what mail programs call for List-Unsubscribe (RFC 8058)",
    params: tokenParams,
    body: bytes(["application/x-www-form-urlencoded", "multipart/form-data"], 10_000, {
      shapes: {
        "application/x-www-form-urlencoded": unsubscribeForm,
        "multipart/form-data": unsubscribeForm,
      },
      mayBeEmpty: true,
    }),
    answer: noContent,
  }),
} as const;
