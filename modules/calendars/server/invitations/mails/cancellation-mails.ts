import { homeOf } from "#modules/identity/server/public.ts";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import { AHEAD, enqueueMail } from "#platform/server/mail/send-mail.ts";
import type { MailMessage } from "#platform/server/mail/mail-message.ts";
import { senderAddress } from "#platform/server/mail/sender-host.ts";
import { renderMail } from "#platform/server/mail/mail-layout.ts";
import { ClubTime } from "../../time/club-time.ts";
import { cancelledEventFiles } from "./event-file.ts";
import type { CancelledEvent } from "./mail-jobs.ts";
import { whenText } from "../when.ts";

/** One mail to each person about the deleted events they were invited to. */
export async function writeCancellationMails(
  tx: WriteTx,
  environment: Environment,
  people: readonly { name: string; address: string; events: readonly CancelledEvent[] }[],
  cause: string,
): Promise<void> {
  const branding = await tenantBranding(tx, (name) => homeOf(environment, name));
  const time = ClubTime.in(branding.timeZone);
  const organizer = {
    name: branding.senderName,
    address: branding.replyTo ?? senderAddress(environment.mailFrom),
  };
  for (const [index, { name, address, events }] of people.entries()) {
    const title = events[0]?.title ?? "";
    const many = events.length > 1;
    const files = cancelledEventFiles(events, branding.timeZone, organizer, { name, address });
    await enqueueMail(
      tx,
      {
        to: { name, address },
        fromName: branding.senderName,
        ...(branding.replyTo === null ? {} : { replyTo: { address: branding.replyTo } }),
        subject: many ? `Abgesagt: ${title} (${events.length} Termine)` : `Abgesagt: ${title}`,
        ...renderMail(branding, {
          title,
          paragraphs: [
            `Guten Tag ${name},`,
            many
              ? "diese Termine, zu denen Sie eingeladen waren, finden nicht statt:"
              : "dieser Termin, zu dem Sie eingeladen waren, findet nicht statt:",
            events
              .map((event) =>
                event.title === title
                  ? whenText(event, time)
                  : `${event.title}: ${whenText(event, time)}`,
              )
              .join("\n"),
          ],
          footer: `Sie erhalten diese Nachricht, weil ${branding.clubName} Sie eingeladen hatte.`,
        }),
        ...asCalendar(files),
      },
      `${cause}-${index}`,
      AHEAD,
    );
  }
}

/** Most files of one mail; whoever loses more events than that is told in words alone. */
const MOST_FILES = 20;

/** One is the mail's own message to the calendar; several can only lie beside it. */
function asCalendar(files: readonly string[]): Pick<MailMessage, "calendar" | "attachments"> {
  const [first, ...more] = files;
  if (first === undefined) return {};
  if (more.length === 0) return { calendar: { method: "CANCEL", content: first } };
  return {
    attachments: files.slice(0, MOST_FILES).map((content, index) => ({
      fileName: `Absage ${index + 1}.ics`,
      contentType: "text/calendar; charset=utf-8; method=CANCEL",
      content,
    })),
  };
}
