import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { formatDateTime } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { INVITATION_STATES, type Event } from "../../contract.ts";
import { type EventInvitation, invitationsContract } from "../../invitation-contract.ts";
import { whenWords } from "../event/when-words.ts";
import { AnswerCounts } from "./AnswerCounts.tsx";
import { InvitationActions } from "./InvitationActions.tsx";
import classes from "./invitations.module.css";
import { InvitedActions, InvitedPerson, StateBadge } from "./invited-cells.tsx";
import { invitedName, useRemoveInvitation } from "./invited.ts";
import { invitedQuery } from "./queries.ts";

const InviteForm = lazy(async () => ({ default: (await import("./InviteForm.tsx")).InviteForm }));
const AnswerForForm = lazy(async () => ({
  default: (await import("./AnswerForForm.tsx")).AnswerForForm,
}));

const address = z.object({
  q: inAddress.text(),
  answer: inAddress.optional(INVITATION_STATES),
  page: inAddress.number(0),
  size: inAddress.number(50),
  sort: inAddress.oneOf(["name", "state", "answeredAt"], "name"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
});

/** Who was invited and who comes, for the event's organisers. */
export function EventInvitations({ event }: { event: Event }) {
  const [{ q, answer, ...list }, setState] = useSearchState(address);
  const filter = { ...list, ...(q && { q }), ...(answer && { state: answer }) };
  const invited = useQuery(invitedQuery(event.id, filter));
  const [opened, setOpened] = useState<"invite" | "answer">();
  const [edited, setEdited] = useState<EventInvitation>();
  const remove = useRemoveInvitation(event);
  const close = () => setOpened(undefined);
  const edit = (invitation: EventInvitation) => {
    setEdited(invitation);
    setOpened("answer");
  };
  const isEmpty = invited.data?.totalElements === 0 && q === "" && answer === undefined;

  return (
    <Card
      title="Einladungen"
      className={classes.card ?? ""}
      actions={
        <InvitationActions
          event={event}
          counts={invited.data?.counts}
          isEmpty={isEmpty}
          onInvite={() => setOpened("invite")}
        />
      }
    >
      {invited.data && !isEmpty && (
        <AnswerCounts
          counts={invited.data.counts}
          chosen={answer}
          onChoose={(state) => setState({ answer: state, page: 0 })}
        />
      )}
      <DataTable
        label="Eingeladene"
        columns={columnsOf(event, edit, (row) => void remove(row))}
        columnsKey="event-invitations"
        rowId={(row) => row.id}
        print={{
          sentence: `${event.title}, ${whenWords(event)}`,
          load: (page) =>
            call(invitationsContract.listEventInvitations, {
              params: { id: event.id },
              query: { ...filter, ...page },
            }),
        }}
        page={invited.data}
        error={invited.error}
        onRetry={() => void invited.refetch()}
        refreshing={invited.isPlaceholderData}
        state={list}
        onStateChange={(change) => setState(change as Partial<z.output<typeof address>>)}
        empty={{
          sentence: isEmpty
            ? "Zu diesem Termin ist noch niemand eingeladen."
            : "Niemand passt zu dieser Auswahl.",
        }}
        {...(isEmpty
          ? {}
          : {
              toolbar: (
                <FilterBar
                  text={{
                    value: q,
                    onChange: (text) => setState({ q: text, page: 0 }),
                    placeholder: "Eingeladene suchen",
                  }}
                  filters={[]}
                />
              ),
            })}
      />
      <SidePanel title="Einladen" opened={opened === "invite"} onClose={close}>
        <InviteForm event={event} onDone={close} />
      </SidePanel>
      <SidePanel
        title={edited ? `Antwort von ${invitedName(edited)}` : "Antwort"}
        opened={opened === "answer"}
        onClose={close}
      >
        {edited && (
          <AnswerForForm key={edited.id} event={event} invitation={edited} onDone={close} />
        )}
      </SidePanel>
    </Card>
  );
}

function columnsOf(
  event: Event,
  onEdit: (row: EventInvitation) => void,
  onRemove: (row: EventInvitation) => void,
): Column<EventInvitation>[] {
  return [
    { key: "name", title: "Name", sortField: "name", render: (row) => <InvitedPerson row={row} /> },
    {
      key: "state",
      title: "Antwort",
      sortField: "state",
      onPhone: true,
      width: "9rem",
      render: (row) => <StateBadge row={row} />,
    },
    {
      key: "companions",
      title: "Begleitung",
      align: "right",
      width: "7rem",
      render: (row) => (row.companions === 0 ? "" : `+${row.companions}`),
    },
    { key: "comment", title: "Kommentar", onPhone: true, render: (row) => row.comment },
    {
      key: "answeredAt",
      title: "Geantwortet",
      sortField: "answeredAt",
      render: (row) => answeredWords(row),
    },
    {
      key: "actions",
      title: "Aktionen",
      print: null,
      onPhone: true,
      width: "8rem",
      render: (row) => (
        <InvitedActions
          row={row}
          event={event}
          onEdit={() => onEdit(row)}
          onRemove={() => onRemove(row)}
        />
      ),
    },
  ];
}

function answeredWords({ answeredAt, answeredBy, remindedAt }: EventInvitation): string {
  if (answeredAt !== null)
    return answeredBy === null
      ? formatDateTime(answeredAt)
      : `${formatDateTime(answeredAt)}, von ${answeredBy}`;
  return remindedAt === null ? "" : `Erinnert am ${formatDateTime(remindedAt)}`;
}
