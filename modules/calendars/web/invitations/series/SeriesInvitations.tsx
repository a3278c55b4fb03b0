import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { UserMinus, UserPlus } from "lucide-react";
import { lazy, useState } from "react";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { Card } from "#platform/web/ui/Card.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import type { Event } from "../../../contract.ts";
import { invitationsContract } from "../../../invitation-contract.ts";
import {
  type AnsweredDate,
  type SeriesAnswers,
  seriesInvitationsContract,
} from "../../../series-invitation-contract.ts";
import { useRefreshEvents } from "../../event/queries.ts";
import { STATE_LABELS } from "../answer-words.ts";
import classes from "../invitations.module.css";
import { InvitedPerson } from "../invited-cells.tsx";
import { invitedName } from "../invited.ts";
import { seriesAnswersQuery } from "../queries.ts";
import { AnsweredDates } from "./AnsweredDates.tsx";
import { shortDate } from "../series-words.ts";

const InviteForm = lazy(async () => ({ default: (await import("../InviteForm.tsx")).InviteForm }));

const address = z.object({
  q: inAddress.text(),
  page: inAddress.number(0),
  size: inAddress.number(50),
  sort: inAddress.oneOf(["name"], "name"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
});

/** Whom a series invites, and who comes to which of its dates, for its organisers. */
export function SeriesInvitations({ event }: { event: Event }) {
  const [{ q, ...list }, setState] = useSearchState(address);
  const filter = { ...list, ...(q && { q }) };
  const answers = useQuery(seriesAnswersQuery(event.id, filter));
  const [inviting, setInviting] = useState(false);
  const remove = useRemoveFromSeries(event);
  const dates = answers.data?.dates ?? [];
  const isEmpty = answers.data?.totalElements === 0 && q === "";
  return (
    <Card
      title="Einladungen"
      className={classes.card ?? ""}
      actions={
        <Button
          size="xs"
          leftSection={<UserPlus size={15} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          Einladen
        </Button>
      }
    >
      {dates.length > 0 && <AnsweredDates dates={dates} />}
      <DataTable
        label="Wer zu welchem Termin kommt"
        columns={columnsOf(dates, (row) => void remove(row))}
        columnsKey={`series-${event.id}`}
        rowId={(row) => row.id}
        print={{
          sentence: `${event.title}: wer zu welchem Termin kommt`,
          load: (page) =>
            call(seriesInvitationsContract.searchSeriesAnswers, {
              params: { id: event.id },
              query: { ...filter, ...page },
            }),
        }}
        page={answers.data}
        error={answers.error}
        onRetry={() => void answers.refetch()}
        refreshing={answers.isPlaceholderData}
        state={list}
        onStateChange={(change) => setState(change as Partial<z.output<typeof address>>)}
        empty={{
          sentence: isEmpty
            ? "Zu dieser Serie ist noch niemand eingeladen."
            : "Niemand passt zu dieser Suche.",
        }}
        {...(!isEmpty && {
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
      <SidePanel title="Einladen" opened={inviting} onClose={() => setInviting(false)}>
        <InviteForm event={event} onDone={() => setInviting(false)} />
      </SidePanel>
    </Card>
  );
}

function columnsOf(
  dates: readonly AnsweredDate[],
  onRemove: (row: SeriesAnswers) => void,
): Column<SeriesAnswers>[] {
  return [
    { key: "name", title: "Name", sortField: "name", render: (row) => <InvitedPerson row={row} /> },
    ...dates.map((date, index): Column<SeriesAnswers> => {
      const stateOf = (row: SeriesAnswers) => row.answers[date.id];
      const words = (row: SeriesAnswers) => {
        const state = stateOf(row);
        return state === undefined ? "" : STATE_LABELS[state];
      };
      return {
        key: date.startDateTime,
        title: shortDate(date.startDateTime),
        // Eight weeks fit; of a daily series the others are chosen.
        hiddenAtFirst: index >= 8,
        onPhone: index < 4,
        width: "7rem",
        print: words,
        render: (row) => (
          <span className={classes.answer} data-state={stateOf(row)}>
            {words(row)}
          </span>
        ),
      };
    }),
    {
      key: "actions",
      title: "Aktionen",
      print: null,
      width: "6rem",
      render: (row) =>
        row.inviteeId !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`${invitedName(row)} von der Serie nehmen`}
            onClick={() => onRemove(row)}
          >
            <UserMinus size={18} aria-hidden />
          </ActionIcon>
        ),
    },
  ];
}

/** Takes a person from a series after asking: their answers go with the invitations. */
function useRemoveFromSeries(event: Event) {
  const refresh = useRefreshEvents();
  return async (row: SeriesAnswers) => {
    const name = invitedName(row);
    const count = Object.keys(row.answers).length;
    const confirmed = await askToConfirm({
      title: "Von der Serie nehmen",
      text:
        count === 0
          ? `${name} wird zu keinem Termin dieser Serie mehr eingeladen.`
          : `${name} ist dann zu ${plural(count, "kommenden Termin", "kommenden Terminen")} nicht mehr eingeladen; die Antworten dazu gehen verloren.`,
      confirmLabel: "Von der Serie nehmen",
      destructive: true,
    });
    if (!confirmed || row.inviteeId === null) return;
    await call(invitationsContract.deleteInvitation, {
      params: { id: event.id, invitationId: row.inviteeId },
    });
    await refresh();
    showDone(`${name} ist nicht mehr zur Serie eingeladen.`);
  };
}
