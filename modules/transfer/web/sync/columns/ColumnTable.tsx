import { ActionIcon, Badge, Button, Text, VisuallyHidden } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { groupPrefixed } from "#platform/web/format/format.ts";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import type { MappingEntry, SampleRow, TableSample } from "../../../mapping-contract.ts";
import { FieldSelect, type Field } from "../../mapping/FieldSelect.tsx";
import { byColumn, withEntry, withTarget } from "../../mapping/import-entries.ts";
import { TransformsPanel } from "../../mapping/TransformsPanel.tsx";
import { TransformSummary } from "../../mapping/TransformSummary.tsx";
import classes from "./columns.module.css";

interface ColumnTableProps {
  file: TableSample;
  fields: readonly Field[];
  entries: readonly MappingEntry[];
  onChange: (entries: MappingEntry[]) => void;
  /** The first rows through these entries; undefined while they are on their way. */
  sample: readonly SampleRow[] | undefined;
}

const SHOWN_VALUES = 3;

/** Every column of the file: what stands in it, which field it becomes, and what arrives there. */
export function ColumnTable({ file, fields, entries, onChange, sample }: ColumnTableProps) {
  const [opened, setOpened] = useState<number>();
  const { columns, others } = byColumn(file.columns, entries);
  const entry = opened === undefined ? undefined : entries[opened];
  const fieldOf = (key: string) => fields.find((field) => field.key === key);
  const line = (index: number | undefined, column: string, isLast: boolean) => (
    <EntryLine
      key={index ?? "none"}
      column={column}
      entry={index === undefined ? undefined : entries[index]}
      fields={fields}
      after={
        index === undefined ? [] : (sample?.map((row) => row.values[index]?.after ?? "") ?? [])
      }
      problem={index === undefined ? undefined : problemOf(sample, column)}
      onTarget={(target) => onChange(withTarget(entries, column, index, target))}
      onOpen={() => setOpened(index)}
      onMore={
        isLast
          ? () =>
              onChange([
                ...entries,
                { sourceField: column, targetField: firstFree(fields, entries), transforms: [] },
              ])
          : undefined
      }
    />
  );
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
          {columns.map(({ column, entries: own }, at) => {
            const suggestion = file.suggestions.find((one) => one.column === column);
            const candidates =
              own.length === 0 && suggestion?.entry === null ? suggestion.candidates : [];
            return (
              <tr key={column} data-unused={own.length === 0 || undefined}>
                <th scope="row">
                  {column}
                  {own.length > 0 && suggestion?.reason === "CONTENT" && (
                    <Badge size="sm" variant="light" color="gray" ml={8}>
                      am Inhalt erkannt
                    </Badge>
                  )}
                </th>
                <td className={classes.given}>
                  {examples(file, at) || <span className={classes.nothing}>leer</span>}
                </td>
                <td className={classes.becomes}>
                  {own.length === 0
                    ? line(undefined, column, false)
                    : own.map(({ index }, nth) => line(index, column, nth === own.length - 1))}
                  {candidates.length > 0 && (
                    <div className={classes.candidates}>
                      <Text size="sm">Bitte wählen:</Text>
                      {candidates.slice(0, 4).map((key) => {
                        const field = fieldOf(key);
                        return (
                          field && (
                            <Button
                              key={key}
                              size="compact-sm"
                              variant="light"
                              onClick={() => onChange(withTarget(entries, column, undefined, key))}
                            >
                              {field.name}
                            </Button>
                          )
                        );
                      })}
                    </div>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <FixedValues
        entries={others}
        fields={fields}
        all={entries}
        onChange={onChange}
        onOpen={setOpened}
      />
      <SidePanel
        title={
          entry
            ? `${entry.sourceField || "Fester Wert"} wird zu ${groupPrefixed(fieldOf(entry.targetField) ?? { name: entry.targetField })}`
            : "Umwandlung"
        }
        opened={entry !== undefined}
        onClose={() => setOpened(undefined)}
      >
        {entry && opened !== undefined && (
          <TransformsPanel
            key={opened}
            entry={entry}
            onChange={(next) => onChange(withEntry(entries, opened, next))}
            context={{
              isExport: false,
              field: fieldOf(entry.targetField),
              sources: file.columns.map((column) => ({ value: column, label: column })),
              values: file.rows.map((row) =>
                String(row.cells[file.columns.indexOf(entry.sourceField)] ?? ""),
              ),
            }}
            sample={sample?.flatMap((row) => row.values[opened] ?? []) ?? []}
            onDone={() => setOpened(undefined)}
          />
        )}
      </SidePanel>
    </>
  );
}

interface EntryLineProps {
  column: string;
  entry: MappingEntry | undefined;
  fields: readonly Field[];
  after: readonly string[];
  problem: string | undefined;
  onTarget: (target: string | null) => void;
  onOpen: () => void;
  /** Lets the same column fill one field more; on its last line only. */
  onMore: (() => void) | undefined;
}

function EntryLine({
  column,
  entry,
  fields,
  after,
  problem,
  onTarget,
  onOpen,
  onMore,
}: EntryLineProps) {
  const results = after.filter((value) => value !== "").slice(0, SHOWN_VALUES);
  return (
    <div className={classes.entry}>
      <FieldSelect
        size="sm"
        aria-label={`„${column}“ wird zu`}
        placeholder="wird nicht übernommen"
        fields={fields}
        value={entry?.targetField ?? null}
        onChange={onTarget}
        clearButtonProps={{ "aria-label": `„${column}“ nicht übernehmen` }}
      />
      {entry && (
        <div className={classes.entryActs}>
          <TransformSummary entry={entry} name={column} onOpen={onOpen} />
          {onMore && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={<Plus size={14} aria-hidden />}
              aria-label={`Aus „${column}“ noch ein Feld füllen`}
              onClick={onMore}
            >
              Weiteres Feld
            </Button>
          )}
        </div>
      )}
      {results.length > 0 && <div className={classes.after}>{results.join(" · ")}</div>}
      {problem !== undefined && <div className={classes.problem}>{problem}</div>}
    </div>
  );
}

interface FixedValuesProps {
  entries: readonly { entry: MappingEntry; index: number }[];
  all: readonly MappingEntry[];
  fields: readonly Field[];
  onChange: (entries: MappingEntry[]) => void;
  onOpen: (index: number) => void;
}

/** Fields that get the same value for everybody, such as a group for all who are in this file. */
function FixedValues({ entries, all, fields, onChange, onOpen }: FixedValuesProps) {
  const add = () =>
    onChange([
      ...all,
      {
        sourceField: "",
        targetField: firstFree(fields, all),
        transforms: [{ kind: "CONSTANT", value: "", onlyWhenEmpty: false }],
      },
    ]);
  return (
    <div className={classes.fixed}>
      {entries.map(({ entry, index }) => (
        <div key={index} className={classes.fixedRow}>
          <FieldSelect
            size="sm"
            aria-label="Feld mit festem Wert"
            fields={fields}
            value={entry.targetField}
            onChange={(target) =>
              target !== null && onChange(withEntry(all, index, { ...entry, targetField: target }))
            }
            clearable={false}
          />
          <TransformSummary entry={entry} name="Fester Wert" onOpen={() => onOpen(index)} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Festen Wert entfernen"
            onClick={() => onChange(all.filter((_, at) => at !== index))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={add}
      >
        Fester Wert für alle Zeilen
      </Button>
    </div>
  );
}

function examples(file: TableSample, at: number): string {
  const values = file.rows
    .map((row) => row.cells[at])
    .filter((cell) => cell !== null && cell !== undefined && cell !== "");
  return values
    .slice(0, SHOWN_VALUES)
    .map((cell) => (typeof cell === "boolean" ? (cell ? "ja" : "nein") : String(cell)))
    .join(" · ");
}

function problemOf(sample: readonly SampleRow[] | undefined, column: string): string | undefined {
  return sample?.flatMap((row) => row.problems).find((problem) => problem.column === column)
    ?.message;
}

function firstFree(fields: readonly Field[], entries: readonly MappingEntry[]): string {
  return (
    fields.find((field) => !entries.some((entry) => entry.targetField === field.key))?.key ??
    fields[0]?.key ??
    "notes"
  );
}
