import { Button, Group as Row } from "@mantine/core";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { addErrorNotice } from "#platform/web/api/error-notices.ts";
import { plural } from "#platform/web/format/format.ts";
import { showUndo } from "#platform/web/ui/notices/toasts.tsx";
import type { Invitation } from "../../../invitation-contract.ts";
import { useRefreshEvents } from "../../event/queries.ts";
import { dayWords } from "../../event/when-words.ts";
import { answerInvitations, restoreAnswer } from "../answer-invitation.ts";
import { InvitationToggle, MyInvitation } from "./MyInvitation.tsx";
import classes from "../invitations.module.css";
import { seriesSummary } from "../series-words.ts";

interface MySeriesProps {
  invitations: readonly Invitation[];
  opened: boolean;
  onToggle: () => void;
  /** The opened date, or an empty text. */
  openDate: string;
  onToggleDate: (id: string) => void;
}

/** The reader's own invitations to the dates of one series: answered at once or one by one. */
export function MySeries(props: MySeriesProps) {
  const { invitations, opened, onToggle, openDate, onToggleDate } = props;
  const [first] = invitations;
  if (first === undefined) return null;
  return (
    <li className={classes.invitation}>
      <InvitationToggle
        level={2}
        opened={opened}
        onToggle={onToggle}
        title={first.event.title}
        color={first.event.calendar.color}
        when={`${plural(invitations.length, "Termin", "Termine")} ab ${dayWords(first.event.startDateTime)}`}
      >
        <span className={classes.summary}>{seriesSummary(invitations)}</span>
      </InvitationToggle>
      {opened && (
        <div className={classes.series}>
          <AnswerAll invitations={invitations} />
          <ul className={classes.dates}>
            {invitations.map((invitation) => (
              <MyInvitation
                key={invitation.id}
                invitation={invitation}
                asDate
                opened={invitation.id === openDate}
                onToggle={() => onToggleDate(invitation.id)}
              />
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

/**
 * Answers all dates that have no answer yet; once all have one, those with another one. What was
 * refused is named, the others stand.
 */
function AnswerAll({ invitations }: { invitations: readonly Invitation[] }) {
  const refresh = useRefreshEvents();
  const [running, setRunning] = useState<"accept" | "decline">();
  const { open, toAccept, toDecline } = answerableDates(invitations);
  const give = async (accept: boolean) => {
    setRunning(accept ? "accept" : "decline");
    const dates = accept ? toAccept : toDecline;
    try {
      const { invitations: answeredDates, refused } = await answerInvitations(
        dates.map(({ id }) => id),
        accept,
      );
      await refresh();
      for (const { id, detail } of refused) {
        const date = dates.find((one) => one.id === id);
        addErrorNotice(`${date ? `${dayWords(date.event.startDateTime)}: ` : ""}${detail}`);
      }
      if (answeredDates.length === 0) return;
      const count = plural(answeredDates.length, "Termin", "Terminen");
      const answered = new Set(answeredDates.map(({ id }) => id));
      showUndo(
        accept ? `Sie haben zu ${count} zugesagt.` : `Sie haben zu ${count} abgesagt.`,
        async () => {
          for (const before of dates) if (answered.has(before.id)) await restoreAnswer(before);
          await refresh();
        },
      );
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <Row gap="sm">
      {toAccept.length > 0 && (
        <Button
          variant={open ? "filled" : "default"}
          leftSection={<Check size={18} aria-hidden />}
          loading={running === "accept"}
          disabled={running === "decline"}
          onClick={() => void give(true)}
        >
          {open
            ? `Zu ${restWords(toAccept.length, "dem offenen", "den")} zusagen`
            : "Zu allen zusagen"}
        </Button>
      )}
      {toDecline.length > 0 && (
        <Button
          variant="default"
          leftSection={<X size={18} aria-hidden />}
          loading={running === "decline"}
          disabled={running === "accept"}
          onClick={() => void give(false)}
        >
          {open ? `${restWords(toDecline.length, "Den offenen", "Die")} absagen` : "Alle absagen"}
        </Button>
      )}
    </Row>
  );
}

interface AnswerableDates {
  toAccept: Invitation[];
  toDecline: Invitation[];
  /** Only some dates are without an answer, and only they are answered. */
  open: boolean;
}

function answerableDates(invitations: readonly Invitation[]): AnswerableDates {
  const answerable = invitations.filter(({ can }) => can.includes("ANSWER"));
  const open = answerable.filter(({ state }) => state === "OPEN");
  if (open.length > 0)
    return { toAccept: open, toDecline: open, open: open.length < invitations.length };
  return {
    toAccept: answerable.filter(({ state }) => state === "DECLINED"),
    toDecline: answerable.filter(({ state }) => state !== "DECLINED"),
    open: false,
  };
}

/** `den 3 offenen`, `Die 3 offenen`; one alone has its own words. */
function restWords(count: number, one: string, many: string): string {
  return count === 1 ? one : `${many} ${count} offenen`;
}
