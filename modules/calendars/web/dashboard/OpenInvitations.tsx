import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { ApiError } from "#platform/web/api/api-error.ts";
import { addErrorNotice } from "#platform/web/api/error-notices.ts";
import { formatDate, formatDateTime } from "#platform/web/format/format.ts";
import { AppLink, pageAddress } from "#platform/web/links.tsx";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import type { Invitation } from "../../invitation-contract.ts";
import { STATE_DONE } from "../invitations/answer-words.ts";
import classes from "./dashboard.module.css";
import { OPEN_INVITATIONS_KEY } from "./keys.ts";

/** Up to three invitations, answered in place: what was answered leaves the list at once. */
export function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const answer = useAnswerInPlace();
  return (
    <ul className={classes.items}>
      {invitations.map((invitation) => (
        <li key={invitation.id} className={classes.item}>
          <div className={classes.words}>
            <AppLink
              to={pageAddress("/calendars/invitations", { open: invitation.id })}
              className={classes.title ?? ""}
            >
              {invitation.event.title}
            </AppLink>
            <span className={classes.when}>{startWords(invitation.event)}</span>
          </div>
          <div className={classes.buttons}>
            <Button
              size="xs"
              variant="light"
              leftSection={<Check size={15} aria-hidden />}
              aria-label={`Für „${invitation.event.title}“ zusagen`}
              onClick={() => void answer(invitation, true)}
            >
              Zusagen
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<X size={15} aria-hidden />}
              aria-label={`Für „${invitation.event.title}“ absagen`}
              onClick={() => void answer(invitation, false)}
            >
              Absagen
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function startWords({ startDateTime, allDay }: { startDateTime: string; allDay: boolean }): string {
  return allDay ? formatDate(startDateTime) : formatDateTime(startDateTime);
}

function useAnswerInPlace() {
  const queryClient = useQueryClient();
  const reload = () =>
    Promise.all(
      [["invitation"], ["event"]].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  return async (invitation: Invitation, accept: boolean) => {
    await queryClient.cancelQueries({ queryKey: OPEN_INVITATIONS_KEY });
    queryClient.setQueryData<Invitation[]>(OPEN_INVITATIONS_KEY, (before) =>
      before?.filter((one) => one.id !== invitation.id),
    );
    try {
      // With its contract; it comes when somebody answers.
      const { answerInvitation, restoreAnswer } =
        await import("../invitations/answer-invitation.ts");
      const { state } = await answerInvitation(invitation.id, accept);
      showUndo(STATE_DONE[state](invitation.event.title), async () => {
        await restoreAnswer(invitation);
        await reload();
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // In a form the sentence would stand at the field; here the list of errors is the place.
      if ([400, 409, 412, 422].includes(error.status)) addErrorNotice(error.message);
    } finally {
      await reload();
    }
  };
}
