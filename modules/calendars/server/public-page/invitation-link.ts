import type { MailedLinks } from "../invitations/mailed-links.ts";
import { ClubTime } from "../time/club-time.ts";
import { answerOf, typedIn } from "./answer-form.ts";
import { invitationPage } from "./invitation-page.ts";
import type { LinkedPage } from "./linked-page.ts";

/** The link to one invitation. */
export function invitationLink(links: MailedLinks): LinkedPage {
  return {
    path: "/public/invitation/:id",
    async show(visit, refused) {
      const { club, publicId, request } = visit;
      return invitationPage(club, {
        publicId,
        record: await links.find(visit, publicId),
        time: ClubTime.in(visit.tenant.timeZone),
        refused: refused && {
          problem: refused.errors[0]?.message ?? refused.detail,
          typed: typedIn(request.body),
        },
      });
    },
    async answer(visit) {
      const { accept, body } = answerOf(visit.request.body);
      await links.answer(visit, visit.publicId, accept, body);
    },
  };
}
