import { Accordion, Alert, Button, Text } from "@mantine/core";
import { useState } from "react";
import { groupPrefixed } from "#platform/web/format/format.ts";
import type { ImportRun } from "../../../import-contract.ts";
import type { MappingEntry, SampleRow, TableSample } from "../../../mapping-contract.ts";
import type { Field } from "../../mapping/FieldSelect.tsx";
import { fieldsTwice, findsNobody, suggestedEntries } from "../../mapping/import-entries.ts";
import { arrivingRows, isComplete, sampleTableOf, useSample } from "../../mapping/sample-rows.ts";
import { DetectedFile } from "../file/DetectedFile.tsx";
import { matchKeyWords } from "../import-words.ts";
import { RuleFields } from "../RuleFields.tsx";
import { rulesOf, sentRules, type Rules } from "../rules.ts";
import classes from "../sync.module.css";
import { AskService, type ServiceAnswers } from "./AskService.tsx";
import { ColumnTable } from "./ColumnTable.tsx";
import { Notice } from "./Notice.tsx";
import { SampleTable } from "./SampleTable.tsx";
import { SavedMapping } from "./SavedMapping.tsx";
import { useSettings } from "./use-settings.ts";

interface ColumnMappingProps {
  run: ImportRun;
  file: TableSample;
  fields: readonly Field[];
  onPreview: () => void;
}

/** What becomes of the columns of a file that was read, until it is sent. */
export function ColumnMapping({ run, file, fields, onPreview }: ColumnMappingProps) {
  const [entries, setEntries] = useState<MappingEntry[]>(
    () => run.entries ?? suggestedEntries(file.suggestions),
  );
  const [rules, setRules] = useState(() => rulesOf(run));
  const [answers, setAnswers] = useState<ServiceAnswers>(new Map());
  const { save, saving, problem } = useSettings(run);
  const sample = useSample({ isExport: false, table: sampleTableOf(file) }, entries);
  const twice = fieldsTwice(entries.filter((entry) => entry.targetField !== "groups"));
  const nameOf = (key: string) =>
    groupPrefixed(fields.find((field) => field.key === key) ?? { name: key });
  const isSame =
    JSON.stringify(entries) === JSON.stringify(run.entries) &&
    JSON.stringify(rules) === JSON.stringify(rulesOf(run));
  const goOn = () =>
    isSame && run.state === "PREVIEW"
      ? onPreview()
      : save({ entries, ...sentRules(rules) }, onPreview);
  return (
    <>
      <DetectedFile
        detected={file.detected}
        options={run.options}
        warnings={file.warnings}
        onChange={(options) => void save({ options, entries: null })}
      />
      <SavedMapping columns={file.columns} entries={entries} onChoose={setEntries} />
      <AskService run={run} file={file} onAnswers={setAnswers} />
      <ColumnTable
        file={file}
        answers={answers}
        fields={fields}
        entries={entries}
        onChange={setEntries}
        sample={sample.data}
      />
      <SampleAndRules
        heads={entries.map((entry) => nameOf(entry.targetField))}
        sample={sample.data}
        rules={rules}
        fields={fields}
        onRules={setRules}
      />
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
      <GoOn
        saving={saving}
        disabled={entries.length === 0 || !entries.every(isComplete) || twice.length > 0}
        onClick={() => void goOn()}
      />
    </>
  );
}

interface SampleAndRulesProps {
  heads: readonly string[];
  sample: readonly SampleRow[] | undefined;
  rules: Rules;
  fields: readonly Field[];
  onRules: (rules: Rules) => void;
}

/** What is looked at when in doubt, folded. */
function SampleAndRules({ heads, sample, rules, fields, onRules }: SampleAndRulesProps) {
  return (
    <Accordion variant="contained" mt="lg" chevronPosition="left">
      <Accordion.Item value="rows">
        <Accordion.Control>Die ersten zehn Zeilen, wie sie ankommen</Accordion.Control>
        <Accordion.Panel>
          <SampleTable label="Beispielzeilen" heads={heads} rows={arrivingRows(sample)} />
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="rules">
        <Accordion.Control>
          Regeln
          <Text size="sm" c="dimmed">
            Wiedererkannt an: {matchKeyWords(rules.matchKeys)}
            {rules.strict ? " · streng: Zeilen mit Fehlern bleiben draußen" : ""}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <RuleFields value={rules} fields={fields} onChange={onRules} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function GoOn({
  saving,
  disabled,
  onClick,
}: {
  saving: boolean;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <div className={classes.bar}>
      <Text size="sm" className={classes.barWords ?? ""}>
        Als Nächstes sehen Sie Zeile für Zeile, was sich ändern würde. Bis dahin wird nichts
        geändert.
      </Text>
      <div className={classes.barAct}>
        <Button loading={saving} disabled={disabled} onClick={onClick}>
          Weiter zur Vorschau
        </Button>
      </div>
    </div>
  );
}
