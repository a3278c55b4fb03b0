import { callBackHandlers } from "./sending/call-back.ts";
import { releaseMessage } from "./sending/release-message.ts";
import { senders } from "./addressees/sighting.ts";
import { serverModule } from "#platform/server/server-module.ts";
import { allMessagesRoutes } from "../all-routes.ts";
import { draftHandlers } from "./drafts/draft-handlers.ts";
import { letterHandlers } from "./letters/letter-handlers.ts";
import { mailHandlers } from "./mail/delivery-handlers.ts";
import { deliverMails } from "./mail/deliver.ts";
import { makeDigests } from "./mail/digests.ts";
import { prepareMails } from "./mail/prepare-mails.ts";
import { resumeMails } from "./mail/resume-mails.ts";
import { messageHandlers } from "./inbox/message-handlers.ts";
import { messagesOfPerson } from "./inbox/personal-data.ts";
import { recipientHandlers } from "./addressees/recipient-handlers.ts";
import { messageSearch } from "./inbox/search-provider.ts";
import { cleanUpMailboxes } from "./cleanup.ts";

export const messagesModule = serverModule({
  name: "messages",
  about: "Nachrichten an Mitglieder und Gruppen",
  tables: [
    "message",
    "message_attachment",
    "message_digest_day",
    "message_draft",
    "message_draft_attachment",
    "message_group",
    "message_held_recipient",
    "message_mail",
    "message_mail_person",
    "message_recipient",
  ],
  reads: ["club", "member_login", "person", "group_name", "group_member"],
  contract: allMessagesRoutes,
  search: [messageSearch],
  personalData: [messagesOfPerson],
  shows: senders,
  // No `liveKinds`: changes of messages and drafts carry the ids of the people concerned, and only
  // these hear of them.
  handlers: (services) => ({
    ...messageHandlers(services),
    ...callBackHandlers(),
    ...recipientHandlers(services),
    ...letterHandlers(services),
    ...draftHandlers(services),
    ...mailHandlers(services),
  }),
  jobs: [cleanUpMailboxes, releaseMessage, prepareMails, deliverMails, makeDigests, resumeMails],
});
