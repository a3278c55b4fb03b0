import { requestInvitations } from "#modules/identity/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { usersContract } from "../../../contract.ts";
import { selectedIds } from "../../list/bulk-handlers.ts";
import { planInvitations, toPlan } from "./plan-invitations.ts";

/** More mails at once look like spam to those who carry them. */
const MOST_AT_ONCE = 2_000;

/** Inviting many to log in, and what that would do. */
export const invitationHandlers: Pick<
  Handlers<typeof usersContract>,
  "previewLoginInvitations" | "inviteLogins"
> = {
  async previewLoginInvitations({ body, principal, read }) {
    return read(async (tx) => {
      const ids = notTooMany(await selectedIds(tx, body, principal));
      return toPlan(await planInvitations(tx, ids, body, principal));
    });
  },
  async inviteLogins({ body, principal, write }) {
    return write(async (tx) => {
      const ids = notTooMany(await selectedIds(tx, body, principal));
      const { invited } = await planInvitations(tx, ids, body, principal);
      await requestInvitations(
        tx,
        invited.map(({ id }) => id),
        body.remind,
      );
      return { invited: invited.length, skipped: ids.length - invited.length };
    });
  },
};

function notTooMany(ids: string[]): string[] {
  if (ids.length <= MOST_AT_ONCE) return ids;
  throw new AppError("UNPROCESSABLE", {
    code: "TOO_MANY",
    detail: "Auf einmal lassen sich höchstens 2.000 Mitglieder einladen. Bitte wählen Sie weniger.",
  });
}
