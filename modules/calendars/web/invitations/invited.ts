import { call } from "#platform/web/api/api.ts";
import { displayName } from "#platform/web/format/format.ts";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import type { Event } from "../../contract.ts";
import { invitationsContract, type EventInvitation } from "../../invitation-contract.ts";
import { useRefreshEvents } from "../event/queries.ts";

/** The invited person's name. */
export function invitedName({ user, guest }: Pick<EventInvitation, "user" | "guest">): string {
  return user ? displayName(user) : (guest?.name ?? "");
}

/** Takes an invitation back; undoing invites again and restores the answer. */
export function useRemoveInvitation(event: Event) {
  const refresh = useRefreshEvents();
  return async (row: EventInvitation) => {
    const params = { id: event.id };
    await call(invitationsContract.deleteInvitation, {
      params: { ...params, invitationId: row.id },
    });
    await refresh();
    showUndo(`${invitedName(row)} ist nicht mehr eingeladen.`, async () => {
      const who = row.user ? { userIds: [row.user.id] } : { guests: row.guest ? [row.guest] : [] };
      const [again] = await call(invitationsContract.invite, {
        params,
        query: { scope: "ONE" },
        body: who,
      });
      if (again && row.state !== "OPEN") {
        // Who waited is asked to come again and stands at the end of the list.
        const state = row.state === "DECLINED" ? "DECLINED" : "ACCEPTED";
        const body = { state, comment: row.comment, companions: row.companions } as const;
        await call(invitationsContract.answerForInvited, {
          params: { ...params, invitationId: again.id },
          body,
        });
      }
      await refresh();
    });
  };
}

/** An organiser's answer on behalf of an invited person, with undo. */
export function useAnswerFor(event: Event) {
  const refresh = useRefreshEvents();
  const answer = async (
    row: EventInvitation,
    state: "OPEN" | "ACCEPTED" | "DECLINED",
    change: { comment: string | null; companions: number },
  ) => {
    const params = { id: event.id, invitationId: row.id };
    const saved = await call(invitationsContract.answerForInvited, {
      params,
      body: { state, ...change },
      inForm: true,
    });
    await refresh();
    return saved;
  };
  return answer;
}
