import { homeOf } from "#modules/identity/server/public.ts";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import { enqueueMail } from "#platform/server/mail/send-mail.ts";
import { renderMail } from "#platform/server/mail/mail-layout.ts";
import { ClubTime } from "../../time/club-time.ts";
import type { CancellationRecipient } from "./last-notified-queries.ts";
import { whenText } from "../when.ts";

/** One mail to each person about the deleted events they were invited to. */
export async function writeCancellationMails(
  tx: WriteTx,
  environment: Environment,
  people: readonly CancellationRecipient[],
  cause: string,
): Promise<void> {
  const branding = await tenantBranding(tx, (name) => homeOf(environment, name));
  const time = ClubTime.in(branding.timeZone);
  for (const [index, { name, address, events }] of people.entries()) {
    const title = events[0]?.title ?? "";
    const many = events.length > 1;
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
      },
      `${cause}-${index}`,
    );
  }
}
