import { ActionIcon, Checkbox, Pagination, Text, VisuallyHidden } from "@mantine/core";
import { ChevronDown } from "lucide-react";
import { Fragment, useState } from "react";
import { formatDate } from "#platform/web/format/format.ts";
import { whenWords } from "#modules/calendars/web/public.ts";
import { ruleSentence } from "#modules/calendars/web/public.ts";
import { DraftEditor } from "./DraftEditor.tsx";
import { DraftMarks } from "./DraftMarks.tsx";
import { problemsOf, shownDraft, type DraftRow } from "./draft-rows.ts";
import classes from "../import.module.css";

const PAGE = 100;

interface DraftTableProps {
  rows: readonly DraftRow[];
  isChosen: (row: DraftRow) => boolean;
  onChoose: (ids: readonly number[], chosen: boolean) => void;
  onEdit: (row: DraftRow) => void;
  onRemove: (row: DraftRow) => void;
  /** Id of the row being worked on. */
  opened: number | undefined;
  onOpen: (row: DraftRow | undefined) => void;
  calendarId: string | null;
}

/** What was read, row by row: chosen or not, marked, and mended in place. */
export function DraftTable({
  rows,
  isChosen,
  onChoose,
  onEdit,
  onRemove,
  opened,
  onOpen,
  calendarId,
}: DraftTableProps) {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const shown = rows.slice((Math.min(page, pages) - 1) * PAGE, Math.min(page, pages) * PAGE);
  const possible = rows.filter((row) => problemsOf(row).length === 0);
  const chosen = possible.filter(isChosen).length;
  return (
    <>
      <table className={classes.table}>
        <VisuallyHidden component="caption">Gelesene Termine</VisuallyHidden>
        <TableHead
          chosen={chosen}
          possible={possible.length}
          onChooseAll={(on) =>
            onChoose(
              possible.map((row) => row.id),
              on,
            )
          }
        />
        <tbody>
          {shown.map((row) => (
            <Fragment key={row.id}>
              <Row
                row={row}
                chosen={isChosen(row)}
                opened={opened === row.id}
                calendarId={calendarId}
                onChoose={(on) => onChoose([row.id], on)}
                onToggle={() => onOpen(opened === row.id ? undefined : row)}
              />
              {opened === row.id && (
                <tr className={classes.editorRow}>
                  <td colSpan={5}>
                    <DraftEditor
                      row={row}
                      onChange={(values) => onEdit({ ...row, values })}
                      onRemove={() => onRemove(row)}
                      onDone={() => onOpen(undefined)}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {pages > 1 && (
        <Pagination
          mt="md"
          total={pages}
          value={Math.min(page, pages)}
          onChange={setPage}
          size="sm"
          getControlProps={(control) => ({
            "aria-label": control === "next" ? "Nächste Seite" : "Vorige Seite",
          })}
        />
      )}
    </>
  );
}

interface TableHeadProps {
  /** How many rows are chosen, and how many can be. */
  chosen: number;
  possible: number;
  onChooseAll: (chosen: boolean) => void;
}

function TableHead({ chosen, possible, onChooseAll }: TableHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <Checkbox
            aria-label="Alle Termine wählen"
            checked={chosen > 0 && chosen === possible}
            indeterminate={chosen > 0 && chosen < possible}
            onChange={(event) => onChooseAll(event.currentTarget.checked)}
          />
        </th>
        <th scope="col">Termin</th>
        <th scope="col">Zeit</th>
        <th scope="col">Ort</th>
        <th scope="col">
          <VisuallyHidden>Bearbeiten</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

interface RowProps {
  row: DraftRow;
  chosen: boolean;
  opened: boolean;
  calendarId: string | null;
  onChoose: (chosen: boolean) => void;
  onToggle: () => void;
}

function Row({ row, chosen, opened, calendarId, onChoose, onToggle }: RowProps) {
  const draft = shownDraft(row);
  const title = draft.title.trim() === "" ? "Ohne Titel" : draft.title;
  const isFaulty = problemsOf(row).length > 0;
  const uncertain = new Set(row.values === null ? row.draft.uncertainFields : []);
  return (
    <tr data-chosen={chosen || undefined} data-faulty={isFaulty || undefined}>
      <td>
        <Checkbox
          aria-label={`${title} übernehmen`}
          checked={chosen}
          disabled={isFaulty}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </td>
      <td>
        <span className={classes.draftTitle} data-uncertain={uncertain.has("title") || undefined}>
          {title}
        </span>
        {draft.status === "CANCELLED" && " (abgesagt)"}
        <DraftMarks row={row} calendarId={calendarId} />
      </td>
      <td>
        <When draft={draft} uncertain={uncertain} isAdded={row.isAdded === true} />
      </td>
      <td>
        <span data-uncertain={uncertain.has("location") || undefined}>{draft.location}</span>
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`${title} bearbeiten`}
          aria-expanded={opened}
          onClick={onToggle}
        >
          <ChevronDown
            size={18}
            aria-hidden
            className={classes.chevron}
            data-opened={opened || undefined}
          />
        </ActionIcon>
      </td>
    </tr>
  );
}

interface WhenProps {
  draft: ReturnType<typeof shownDraft>;
  uncertain: ReadonlySet<string>;
  isAdded: boolean;
}

/** When a draft is, in words, and how often. */
function When({ draft, uncertain, isAdded }: WhenProps) {
  const { startDateTime, endDateTime, allDay, recurrence, exdates } = draft;
  const isUncertain = ["startDateTime", "endDateTime", "allDay"].some((one) => uncertain.has(one));
  return (
    <>
      <span data-uncertain={isUncertain || undefined}>
        {startDateTime === null
          ? isAdded
            ? "noch ohne Tag"
            : "nicht lesbar"
          : whenWords({ startDateTime, endDateTime: endDateTime ?? startDateTime, allDay })}
      </span>
      {recurrence !== null && (
        <Text size="sm" c="dimmed">
          {ruleSentence(recurrence, startDateTime?.slice(0, 10))}
          {exdates.length > 0 &&
            `, fällt aus am ${exdates
              .slice(0, 3)
              .map((one) => formatDate(one))
              .join(", ")}${exdates.length > 3 ? " …" : ""}`}
        </Text>
      )}
    </>
  );
}
