import { SegmentedControl, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { z } from "zod";
import { formatDateTime, plural } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { Invitation } from "../../invitation-contract.ts";
import { CalendarDot } from "../event/CalendarDot.tsx";
import { EventFacts } from "../event/EventFacts.tsx";
import { useRefreshEvents } from "../event/queries.ts";
import { whenWords } from "../event/when-words.ts";
import { answerInvitation } from "./answer-invitation.ts";
import { closedSentence } from "../../answer-words.ts";
import { AnswerPanel } from "./AnswerPanel.tsx";
import classes from "./invitations.module.css";
import { StateBadge } from "./invited-cells.tsx";
import { myInvitationsQuery } from "./queries.ts";

const address = z.object({
  state: inAddress.oneOf(["OPEN", "ALL"], "OPEN"),
  open: inAddress.text(),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/calendars/invitations": z.output<typeof address>;
  }
}

/** Meine Einladungen: all of one's own, also to events in calendars that one does not see. */
export default function MyInvitationsPage() {
  const [{ state, open }, setState] = useSearchState(address);
  const invitations = useQuery(myInvitationsQuery(state));
  const found = invitations.data?.content;
  // A link names one of them; its answer may be given already, so it may stand among all only.
  const isElsewhere =
    state === "OPEN" && open !== "" && found !== undefined && !found.some((one) => one.id === open);
  const count = invitations.data?.totalElements ?? 0;
  const words =
    count === 0
      ? undefined
      : state === "OPEN"
        ? plural(count, "Einladung ohne Antwort", "Einladungen ohne Antwort")
        : plural(count, "Einladung", "Einladungen");
  return (
    <>
      <PageHeader
        title="Meine Einladungen"
        sentence={words}
        actions={
          <SegmentedControl
            aria-label="Welche Einladungen"
            value={state}
            onChange={(next) => setState({ state: next as "OPEN" | "ALL" })}
            data={[
              { value: "OPEN", label: "Offene" },
              { value: "ALL", label: "Alle" },
            ]}
          />
        }
      />
      {invitations.error && !found ? (
        <LoadError error={invitations.error} onRetry={() => void invitations.refetch()} />
      ) : !found ? (
        <ListSkeleton />
      ) : (
        <>
          {isElsewhere && <OneOfAll id={open} />}
          {found.length === 0 && !isElsewhere ? (
            <EmptyState>
              {state === "OPEN"
                ? "Sie haben alle Einladungen beantwortet."
                : "Sie wurden noch zu keinem Termin eingeladen."}
            </EmptyState>
          ) : (
            <ul className={classes.mine}>
              {found.map((invitation) => (
                <Item
                  key={invitation.id}
                  invitation={invitation}
                  opened={invitation.id === open}
                  onToggle={() => setState({ open: invitation.id === open ? "" : invitation.id })}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}

function OneOfAll({ id }: { id: string }) {
  const all = useQuery(myInvitationsQuery("ALL"));
  const invitation = all.data?.content.find((one) => one.id === id);
  if (!invitation) return null;
  return (
    <ul className={classes.mine}>
      <Item invitation={invitation} opened onToggle={() => {}} />
    </ul>
  );
}

function Item({
  invitation,
  opened,
  onToggle,
}: {
  invitation: Invitation;
  opened: boolean;
  onToggle: () => void;
}) {
  const refresh = useRefreshEvents();
  const { event } = invitation;
  return (
    <li className={classes.invitation}>
      <h2 className={classes.heading}>
        <UnstyledButton className={classes.toggle ?? ""} aria-expanded={opened} onClick={onToggle}>
          <span className={classes.invitationWords}>
            <span className={classes.invitationTitle}>
              <CalendarDot color={event.calendar.color} /> {event.title}
            </span>
            <span className={classes.invitationWhen}>
              {event.status === "CANCELLED" ? "Abgesagt" : whenWords(event)}
            </span>
          </span>
          <StateBadge row={invitation} />
          <ChevronDown size={18} aria-hidden className={classes.chevron} data-opened={opened} />
        </UnstyledButton>
      </h2>
      {opened && (
        <div className={classes.details}>
          <EventFacts event={event} />
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
