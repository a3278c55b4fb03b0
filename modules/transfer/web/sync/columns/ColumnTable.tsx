import { Badge, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import type { MappingEntry, SampleRow, TableSample } from "../../../mapping-contract.ts";
import type { Field } from "../../mapping/FieldSelect.tsx";
import {
  byColumn,
  type ColumnEntries,
  firstFree,
  withEntry,
  withTarget,
} from "../../mapping/import-entries.ts";
import { TransformsPanel } from "../../mapping/transforms/TransformsPanel.tsx";
import type { ServiceAnswers } from "./AskService.tsx";
import { Candidates } from "./Candidates.tsx";
import classes from "./columns.module.css";
import { EntryLine } from "./EntryLine.tsx";
import { FixedValues } from "./FixedValues.tsx";

interface ColumnTableProps {
  file: TableSample;
  fields: readonly Field[];
  entries: readonly MappingEntry[];
  onChange: (entries: MappingEntry[]) => void;
  /** What the AI service thinks of columns that it was asked about. */
  answers: ServiceAnswers;
  /** The first rows through these entries; undefined while they are on their way. */
  sample: readonly SampleRow[] | undefined;
}

const SHOWN_EXAMPLES = 3;

/** Every column of the file: what stands in it, which field it becomes, and what arrives there. */
export function ColumnTable(props: ColumnTableProps) {
  const { file, fields, entries, onChange } = props;
  const [opened, setOpened] = useState<number>();
  const { columns, others } = byColumn(file.columns, entries);
  return (
    <>
      <table className={classes.table}>
        <VisuallyHidden component="caption">
          Spalten der Datei und was aus ihnen wird
        </VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Spalte der Datei</th>
            <th scope="col">Steht darin</th>
            <th scope="col">Wird zu</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ column, entries: own }, at) => (
            <ColumnRow
              key={column}
              {...props}
              column={column}
              own={own}
              examples={examples(file, at)}
              onOpen={setOpened}
            />
          ))}
        </tbody>
      </table>
      <FixedValues
        entries={others}
        fields={fields}
        all={entries}
        onChange={onChange}
        onOpen={setOpened}
      />
      <EntryPanel {...props} opened={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

interface ColumnRowProps extends ColumnTableProps, Pick<ColumnEntries, "column"> {
  /** The entries that this column fills. */
  own: ColumnEntries["entries"];
  examples: string;
  onOpen: (index: number | undefined) => void;
}

function ColumnRow(props: ColumnRowProps) {
  const { file, fields, entries, onChange, column, own, sample, onOpen } = props;
  const suggestion = file.suggestions.find((one) => one.column === column);
  const isUnused = own.length === 0;
  // Until somebody chose otherwise, or said that it is right by going on.
  const isDoubted =
    suggestion?.doubtful === true &&
    own.some(({ entry }) => entry.targetField === suggestion.entry?.targetField);
  const more = () =>
    onChange([
      ...entries,
      { sourceField: column, targetField: firstFree(fields, entries), transforms: [] },
    ]);
  const named = (key: string) => fields.find((field) => field.key === key) ?? [];
  const answer = props.answers.get(column);
  const line = { column, fields, problem: problemOf(sample, column) };
  return (
    <tr data-unused={isUnused || undefined} data-doubted={isDoubted || undefined}>
      <th scope="row">
        {column}
        {!isUnused && suggestion?.reason === "CONTENT" && (
          <Badge size="sm" variant="light" color="gray" ml={8}>
            am Inhalt erkannt
          </Badge>
        )}
        {isDoubted && (
          <Badge size="sm" variant="light" color="gray" ml={8}>
            bitte prüfen
          </Badge>
        )}
      </th>
      <td className={classes.given}>
        {props.examples || <span className={classes.nothing}>leer</span>}
      </td>
      <td className={classes.becomes}>
        {own.map(({ entry, index }, nth) => (
          <EntryLine
            key={index}
            {...line}
            entry={entry}
            after={sample?.map((row) => row.values[index]?.after ?? "") ?? []}
            onTarget={(target) => onChange(withTarget(entries, column, index, target))}
            onOpen={() => onOpen(index)}
            onMore={nth === own.length - 1 ? more : undefined}
          />
        ))}
        {isUnused && (
          <EntryLine
            {...line}
            problem={undefined}
            entry={undefined}
            after={[]}
            onTarget={(target) => onChange(withTarget(entries, column, undefined, target))}
            onOpen={() => onOpen(undefined)}
            onMore={undefined}
          />
        )}
        {isUnused && suggestion?.entry === null && (
          <Candidates
            words="Bitte wählen:"
            fields={suggestion.candidates.flatMap(named)}
            onChoose={(key) => onChange(withTarget(entries, column, undefined, key))}
          />
        )}
        {answer !== undefined && own.every(({ entry }) => entry.targetField !== answer) && (
          <Candidates
            words="Der KI-Dienst meint:"
            fields={[answer].flatMap(named)}
            onChoose={(key) => onChange(withTarget(entries, column, own[0]?.index, key))}
          />
        )}
      </td>
    </tr>
  );
}

interface EntryPanelProps extends ColumnTableProps {
  opened: number | undefined;
  onClose: () => void;
}

/** How the values of one entry are changed on their way. */
function EntryPanel({ file, fields, entries, onChange, sample, opened, onClose }: EntryPanelProps) {
  const entry = opened === undefined ? undefined : entries[opened];
  const field = fields.find((one) => one.key === entry?.targetField);
  return (
    <SidePanel
      title={
        entry
          ? `${entry.sourceField || "Fester Wert"} wird zu ${groupPrefixed(field ?? { name: entry.targetField })}`
          : "Umwandlung"
      }
      opened={entry !== undefined}
      onClose={onClose}
    >
      {entry && opened !== undefined && (
        <TransformsPanel
          key={opened}
          entry={entry}
          onChange={(next) => onChange(withEntry(entries, opened, next))}
          context={{
            isExport: false,
            field,
            sources: file.columns.map((column) => ({ value: column, label: column })),
            values: file.rows.map((row) =>
              String(row.cells[file.columns.indexOf(entry.sourceField)] ?? ""),
            ),
          }}
          sample={sample?.flatMap((row) => row.values[opened] ?? []) ?? []}
          onDone={onClose}
        />
      )}
    </SidePanel>
  );
}

function examples(file: TableSample, at: number): string {
  const values = file.rows
    .map((row) => row.cells[at])
    .filter((cell) => cell !== null && cell !== undefined && cell !== "");
  return values
    .slice(0, SHOWN_EXAMPLES)
    .map((cell) => (typeof cell === "boolean" ? (cell ? "ja" : "nein") : String(cell)))
    .join(" · ");
}

function problemOf(sample: readonly SampleRow[] | undefined, column: string): string | undefined {
  return sample?.flatMap((row) => row.problems).find((problem) => problem.column === column)
    ?.message;
}
