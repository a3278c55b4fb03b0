import { serverModule } from "#platform/server/services.ts";
import { wholeMessagesContract } from "../whole-contract.ts";
import { draftHandlers } from "./drafts/draft-handlers.ts";
import { letterHandlers } from "./letters/letter-handlers.ts";
import { mailHandlers } from "./mail/delivery-handlers.ts";
import { mailJobs, mailSchedule } from "./mail/mail-module.ts";
import { messageHandlers } from "./inbox/message-handlers.ts";
import { messagesOfPerson } from "./inbox/personal-data.ts";
import { recipientHandlers } from "./addressees/recipient-handlers.ts";
import { messageSearch } from "./inbox/search-provider.ts";
import { TIDY_JOB, TIDY_OF_TENANT_JOB, tidyJob, tidyOfTenantJob } from "./cleanup.ts";

export const messagesModule = serverModule({
  name: "messages",
  contract: wholeMessagesContract,
  search: [messageSearch],
  personalData: [messagesOfPerson],
  // No `liveKinds`: changes of messages and drafts carry the ids of the people concerned, and only
  // these hear of them.
  handlers: (services) => ({
    ...messageHandlers(services),
    ...recipientHandlers(),
    ...letterHandlers(services),
    ...draftHandlers(services),
    ...mailHandlers(services),
  }),
  jobs: (services) => ({
    [TIDY_JOB]: tidyJob,
    [TIDY_OF_TENANT_JOB]: tidyOfTenantJob,
    ...mailJobs(services),
  }),
  schedule: { "40 2 * * *": TIDY_JOB, ...mailSchedule },
});
