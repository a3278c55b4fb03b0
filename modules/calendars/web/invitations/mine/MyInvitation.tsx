import { UnstyledButton } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "#platform/web/format/format.ts";
import { AppLink } from "#platform/web/links.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import { closedSentence } from "../../../answer-words.ts";
import type { Invitation } from "../../../invitation-contract.ts";
import { CalendarDot } from "../../event/CalendarDot.tsx";
import { EventFacts } from "../../event/EventFacts.tsx";
import { useRefreshEvents } from "../../event/queries.ts";
import { whenWords } from "../../event/when-words.ts";
import { answerInvitation } from "../answer-invitation.ts";
import { AnswerPanel } from "../AnswerPanel.tsx";
import { StateBadge } from "../invited-cells.tsx";
import classes from "../invitations.module.css";

interface MyInvitationProps {
  invitation: Invitation;
  opened: boolean;
  onToggle: () => void;
  /** Among the dates of a series, whose heading names the event: only when it is. */
  asDate?: boolean;
}

/** One of the reader's own invitations: opened, the event and the answer. */
export function MyInvitation({ invitation, opened, onToggle, asDate }: MyInvitationProps) {
  const refresh = useRefreshEvents();
  const readsCalendars = useCan("QUERY_CALENDAR");
  const { event } = invitation;
  const when = event.status === "CANCELLED" ? "Abgesagt" : whenWords(event);
  return (
    <li className={classes.invitation} data-date={asDate}>
      <InvitationToggle
        level={asDate === true ? 3 : 2}
        opened={opened}
        onToggle={onToggle}
        title={asDate === true ? whenWords(event) : event.title}
        color={asDate === true ? undefined : event.calendar.color}
        when={asDate !== true ? when : event.status === "CANCELLED" ? "Abgesagt" : undefined}
      >
        <StateBadge row={invitation} />
      </InvitationToggle>
      {opened && (
        <div className={classes.details}>
          <EventFacts event={event} />
          {readsCalendars && (
            <p>
              <AppLink to={`/calendars/events/${event.id}`}>Termin öffnen</AppLink>
            </p>
          )}
          <AnswerPanel
            answer={invitation}
            settings={event.invitationSettings}
            placesLeft={event.placesLeft}
            closed={
              invitation.can.includes("ANSWER")
                ? null
                : (closedSentence(event, formatDateTime) ??
                  "Geantwortet werden kann im Augenblick nicht.")
            }
            onAnswer={async (accept, body) => {
              await answerInvitation(invitation.id, accept, body);
              await refresh();
            }}
          />
        </div>
      )}
    </li>
  );
}

interface InvitationToggleProps {
  level: 2 | 3;
  opened: boolean;
  onToggle: () => void;
  title: string;
  /** The calendar's. */
  color?: string | undefined;
  when?: string | undefined;
  children: ReactNode;
}

/** The line that is always there, and opens the rest. */
export function InvitationToggle(props: InvitationToggleProps) {
  const { level, opened, onToggle, title, color, when, children } = props;
  const Heading = `h${level}` as const;
  return (
    <Heading className={classes.heading}>
      <UnstyledButton className={classes.toggle ?? ""} aria-expanded={opened} onClick={onToggle}>
        <span className={classes.invitationWords}>
          <span className={classes.invitationTitle}>
            {color !== undefined && <CalendarDot color={color} />} {title}
          </span>
          {when !== undefined && <span className={classes.invitationWhen}>{when}</span>}
        </span>
        {children}
        <ChevronDown size={18} aria-hidden className={classes.chevron} data-opened={opened} />
      </UnstyledButton>
    </Heading>
  );
}
