import { Accordion, Alert, Button, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { ApiError } from "#platform/web/api/api.ts";
import { groupPrefixed, plural } from "#platform/web/format/format.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { ImportRun } from "../../../import-contract.ts";
import type { MappingEntry, TableSample } from "../../../mapping-contract.ts";
import type { Field } from "../../mapping/FieldSelect.tsx";
import { fieldsTwice, findsNobody, fitTo, suggestedEntries } from "../../mapping/import-entries.ts";
import { arrivingRows, isComplete, sampleTableOf, useSample } from "../../mapping/sample-rows.ts";
import { mappingConfigsQuery, transferFieldsQuery } from "../../queries.ts";
import { changeSettings, type SettingsOfRun } from "../change-settings.ts";
import { ColumnTable } from "./ColumnTable.tsx";
import { DetectedFile } from "../file/DetectedFile.tsx";
import { matchKeyWords } from "../import-words.ts";
import { RuleFields } from "../RuleFields.tsx";
import { rulesOf, sentRules } from "../rules.ts";
import { fileSampleQuery, useRunChanged } from "../run-queries.ts";
import { SampleTable } from "./SampleTable.tsx";
import classes from "../sync.module.css";

interface MappingStepProps {
  run: ImportRun;
  onPreview: () => void;
}

/** The second step: how the file is read and what becomes of its columns. */
export function MappingStep({ run, onPreview }: MappingStepProps) {
  const file = useQuery(fileSampleQuery(run));
  const fields = useQuery(transferFieldsQuery(false));
  if (file.error && !file.data)
    return <LoadError error={file.error} onRetry={() => void file.refetch()} />;
  if (fields.error && !fields.data)
    return <LoadError error={fields.error} onRetry={() => void fields.refetch()} />;
  if (!file.data || !fields.data || file.isPlaceholderData) return <ListSkeleton rows={10} />;
  // Read in another way the file may have other columns: everything starts again from what is
  // suggested then.
  return (
    <Mapping
      key={JSON.stringify(run.options)}
      run={run}
      file={file.data}
      fields={fields.data}
      onPreview={onPreview}
    />
  );
}

function Mapping({
  run,
  file,
  fields,
  onPreview,
}: MappingStepProps & { file: TableSample; fields: readonly Field[] }) {
  const [entries, setEntries] = useState<MappingEntry[]>(
    () => run.entries ?? suggestedEntries(file.suggestions),
  );
  const [rules, setRules] = useState(() => rulesOf(run));
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const saved = useQuery(mappingConfigsQuery(false)).data?.content ?? [];
  const changed = useRunChanged();
  const sample = useSample({ isExport: false, table: sampleTableOf(file) }, entries);

  const send = async (settings: SettingsOfRun, then?: () => void) => {
    setSaving(true);
    setProblem(undefined);
    try {
      changed(await changeSettings(run.id, settings));
      then?.();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors[0]?.message ?? error.message);
    } finally {
      setSaving(false);
    }
  };
  const twice = fieldsTwice(entries.filter((entry) => entry.targetField !== "groups"));
  const broken = entries.filter((entry) => !isComplete(entry));
  const isSame =
    JSON.stringify(entries) === JSON.stringify(run.entries) &&
    JSON.stringify(rules) === JSON.stringify(rulesOf(run));
  const goOn = () =>
    isSame && run.state === "PREVIEW"
      ? onPreview()
      : send({ entries, ...sentRules(rules) }, onPreview);
  const used = new Set(
    entries.map((entry) => entry.sourceField).filter((column) => file.columns.includes(column)),
  ).size;
  const nameOf = (key: string) =>
    groupPrefixed(fields.find((field) => field.key === key) ?? { name: key });

  return (
    <>
      <DetectedFile
        detected={file.detected}
        options={run.options}
        warnings={file.warnings}
        onChange={(options) => void send({ options, entries: null })}
      />
      <div className={classes.bar2}>
        <div>
          <Text component="h2" fw={600} c="var(--text-strong)">
            Was wird aus den Spalten?
          </Text>
          <Text size="sm" c="dimmed">
            {used} von {plural(file.columns.length, "Spalte", "Spalten")}{" "}
            {used === 1 ? "wird" : "werden"} übernommen. Was nicht zugeordnet ist, bleibt draußen.
          </Text>
        </div>
        {saved.length > 0 && (
          <Select
            size="sm"
            label="Gespeicherte Zuordnung"
            placeholder="auswählen"
            data={saved.map((config) => ({ value: String(config.id), label: config.name }))}
            value={null}
            onChange={(id) => {
              const config = saved.find((one) => String(one.id) === id);
              if (!config) return;
              const fitted = fitTo(file.columns, config.entries);
              setEntries(fitted.entries);
              setMissing(fitted.missing);
            }}
          />
        )}
      </div>
      {missing.length > 0 && (
        <Notice>
          Diese Spalten der gespeicherten Zuordnung gibt es in der Datei nicht: {missing.join(", ")}
          .
        </Notice>
      )}
      <ColumnTable
        file={file}
        fields={fields}
        entries={entries}
        onChange={setEntries}
        sample={sample.data}
      />
      <Accordion variant="contained" mt="lg" chevronPosition="left">
        <Accordion.Item value="rows">
          <Accordion.Control>Die ersten zehn Zeilen, wie sie ankommen</Accordion.Control>
          <Accordion.Panel>
            <SampleTable
              label="Beispielzeilen"
              heads={entries.map((entry) => nameOf(entry.targetField))}
              rows={arrivingRows(sample.data)}
            />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="rules">
          <Accordion.Control>
            Regeln
            <Text size="sm" c="dimmed">
              Wiedererkannt an: {matchKeyWords(rules.matchKeys)}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <RuleFields value={rules} onChange={setRules} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {twice.length > 0 && (
        <Notice>
          Mehrere Spalten füllen dasselbe Feld: {twice.map(nameOf).join(", ")}. Bitte lassen Sie
          eine davon weg oder fügen Sie sie zusammen.
        </Notice>
      )}
      {findsNobody(entries) && (
        <Notice>
          Ohne Mitgliedsnummer, E-Mail-Adresse oder Name mit Geburtstag lässt sich niemand
          wiedererkennen: Alle Zeilen kämen als neue Mitglieder an.
        </Notice>
      )}
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" mt="md">
          {problem} Es wurde nichts geändert.
        </Alert>
      )}
      <div className={classes.bar}>
        <Text size="sm" className={classes.barWords ?? ""}>
          Als Nächstes sehen Sie Zeile für Zeile, was sich ändern würde. Bis dahin wird nichts
          geändert.
        </Text>
        <div className={classes.barAct}>
          <Button
            loading={saving}
            disabled={entries.length === 0 || broken.length > 0 || twice.length > 0}
            onClick={() => void goOn()}
          >
            Weiter zur Vorschau
          </Button>
        </div>
      </div>
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      {children}
    </p>
  );
}
