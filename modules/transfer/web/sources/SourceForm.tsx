import {
  ActionIcon,
  Accordion,
  Button,
  Checkbox,
  Group as Row,
  Radio,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { AppLink } from "#platform/web/links.tsx";
import { useVersionedForm } from "#platform/web/ui/form/record-form.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { RecordForm } from "#platform/web/ui/form/RecordForm.tsx";
import type { ImportSource } from "../../import-contract.ts";
import { mappingConfigsQuery } from "../queries.ts";
import { ScheduleField } from "../schedule/ScheduleField.tsx";
import { FileOptions } from "../sync/file/FileOptions.tsx";
import { matchKeyWords } from "../sync/import-words.ts";
import { RuleFields } from "../sync/RuleFields.tsx";
import { labelsOfLines } from "./decision-lines.ts";
import { GroupDecisionFields } from "./GroupDecisionFields.tsx";
import {
  shownSourceValue,
  SOURCE_FIELD_LABELS as LABELS,
  validateSource,
  valuesOf,
  type HeaderLine,
  type SourceValues,
} from "./source-values.ts";

interface SourceFormProps {
  /** Absent while a source is being created. */
  source?: ImportSource;
  initialValues: SourceValues;
  saveLabel: string;
  onSave: (values: SourceValues, version: number) => Promise<unknown>;
  onCancel: () => void;
}

/** One form for creating and editing an import source. */
export function SourceForm({
  source,
  initialValues,
  saveLabel,
  onSave,
  onCancel,
}: SourceFormProps) {
  const record = useVersionedForm<SourceValues, ImportSource>({
    stored: source,
    valuesOf,
    initialValues,
    validate: validateSource,
    onSave: (values, base) => onSave(values, base.record?.version ?? 1),
  });
  const { form } = record;
  const { values } = form;
  const mappings = useQuery(mappingConfigsQuery(false)).data?.content ?? [];
  const [open, setOpen] = useState<string[]>([]);
  return (
    <RecordForm
      record={record}
      saveLabel={saveLabel}
      onCancel={onCancel}
      fieldLabels={{ ...LABELS, ...labelsOfLines(values.groupDecisions) }}
      showValue={shownSourceValue}
    >
      <TextInput
        {...form.getInputProps("name")}
        id={fieldId("name")}
        label="Name (Pflichtangabe)"
        description="Zum Beispiel: Mitgliederliste aus Excel, Meldung des Verbands"
        aria-required
        maxLength={100}
        autoComplete="off"
        data-autofocus={source ? undefined : true}
      />
      <Radio.Group {...form.getInputProps("kind")} id={fieldId("kind")} label={LABELS["kind"]}>
        <Stack gap="xs" mt={8}>
          <Radio
            value="FILE"
            label="Aus einer Datei"
            description="Sie ziehen die Datei auf die Seite „Nutzer Import“."
          />
          <Radio
            value="URL"
            label="Von einer Adresse im Netz"
            description="Der Server holt die Datei ab, auf Knopfdruck oder nach Zeitplan."
          />
        </Stack>
      </Radio.Group>
      {values.kind === "URL" && <AddressFields form={form} source={source} />}
      <Select
        id={fieldId("mappingConfigId")}
        label={LABELS["mappingConfigId"]}
        description={
          <>
            Welche Spalte welches Feld wird. Zuordnungen entstehen beim Einlesen oder{" "}
            <AppLink td="underline" to="/mapping-config/create">
              hier
            </AppLink>
            .
          </>
        }
        data={[
          { value: "", label: "wird beim Einlesen vorgeschlagen" },
          ...mappings.map((config) => ({ value: String(config.id), label: config.name })),
        ]}
        value={values.mappingConfigId}
        onChange={(id) => form.setFieldValue("mappingConfigId", id ?? "")}
        allowDeselect={false}
        error={form.errors["mappingConfigId"]}
      />
      <Accordion
        variant="contained"
        multiple
        chevronPosition="left"
        value={
          Object.keys(form.errors).some((path) => path.startsWith("groupDecisions."))
            ? [...new Set([...open, "groups"])]
            : open
        }
        onChange={setOpen}
      >
        <Accordion.Item value="rules">
          <Accordion.Control>
            Regeln
            <Text size="sm" c="dimmed">
              Wiedererkannt an: {matchKeyWords(values.rules.matchKeys)}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <RuleFields
              value={values.rules}
              onChange={(rules) => form.setFieldValue("rules", rules)}
            />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="groups">
          <Accordion.Control>
            {LABELS["groupDecisions"]}
            <Text size="sm" c="dimmed">
              {values.groupDecisions.length === 0
                ? "Gleichnamige Gruppen werden von selbst erkannt"
                : `Festgelegt: ${values.groupDecisions.flatMap(({ name }) => (name.trim() === "" ? [] : [name.trim()])).join(", ")}`}
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <GroupDecisionFields
              value={values.groupDecisions}
              onChange={(lines) => form.setFieldValue("groupDecisions", lines)}
              errors={form.errors}
            />
          </Accordion.Panel>
        </Accordion.Item>
        <Accordion.Item value="options">
          <Accordion.Control>
            {LABELS["options"]}
            <Text size="sm" c="dimmed">
              Format, Trennzeichen, Umlaute und Überschriften werden von selbst erkannt
            </Text>
          </Accordion.Control>
          <Accordion.Panel>
            <FileOptions
              detected={null}
              options={values.options}
              onChange={(options) => form.setFieldValue("options", options)}
            />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </RecordForm>
  );
}

type Form = ReturnType<typeof useVersionedForm<SourceValues, ImportSource>>["form"];

function AddressFields({ form, source }: { form: Form; source: ImportSource | undefined }) {
  const { values } = form;
  return (
    <>
      <TextInput
        {...form.getInputProps("url")}
        id={fieldId("url")}
        label="Adresse (Pflichtangabe)"
        description="Beginnt mit https://. Adressen im eigenen Netz des Servers sind nicht erreichbar."
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
      />
      <Checkbox
        {...form.getInputProps("allowHttp", { type: "checkbox" })}
        id={fieldId("allowHttp")}
        label="Auch Adressen mit http:// zulassen"
        description="Nur wenn es nicht anders geht: Zugangsdaten und Mitgliederdaten sind dann unterwegs für andere lesbar."
      />
      <Headers
        value={values.headers}
        kept={source?.headerNames ?? []}
        onChange={(headers) => form.setFieldValue("headers", headers)}
        error={form.errors["headers"]}
      />
      <ScheduleField
        id={fieldId("schedule")}
        label="Wann abgeholt wird"
        noneLabel="Nur auf Knopfdruck"
        value={values.schedule}
        onChange={(schedule) => form.setFieldValue("schedule", schedule)}
        error={form.errors["schedule"] === undefined ? undefined : String(form.errors["schedule"])}
      />
      {values.schedule.kind !== "NONE" && (
        <Radio.Group
          id={fieldId("applyAutomatically")}
          label="Nach dem Abholen"
          value={values.applyAutomatically ? "apply" : "wait"}
          onChange={(next) => form.setFieldValue("applyAutomatically", next === "apply")}
        >
          <Stack gap="xs" mt={8}>
            <Radio
              value="wait"
              label="Auf mich warten"
              description="Der Lauf steht als Vorschau bereit, bis jemand ihn übernimmt."
            />
            <Radio
              value="apply"
              label="Von selbst übernehmen"
              description="Mehrdeutige und fehlerhafte Zeilen bleiben draußen. Jeder Lauf lässt sich im Ganzen rückgängig machen."
            />
          </Stack>
        </Radio.Group>
      )}
    </>
  );
}

interface HeadersProps {
  value: HeaderLine[] | null;
  /** Names of those the server keeps. */
  kept: readonly string[];
  onChange: (value: HeaderLine[] | null) => void;
  error: unknown;
}

/** Secrets are written once and never shown again. */
function Headers({ value, kept, onChange, error }: HeadersProps) {
  const set = (index: number, change: Partial<HeaderLine>) =>
    onChange((value ?? []).map((line, at) => (at === index ? { ...line, ...change } : line)));
  return (
    <div id={fieldId("headers")} role="group" aria-label="Zugangsdaten">
      <Text size="sm" fw={500}>
        Zugangsdaten
      </Text>
      <Text size="sm" c="dimmed" mb={6}>
        Kopfzeilen, die mit der Anfrage gesendet werden, zum Beispiel „Authorization“. Die Werte
        werden verschlüsselt gespeichert und nicht wieder angezeigt.
      </Text>
      {value === null ? (
        <Row gap="sm">
          <Text size="sm">Gespeichert: {kept.join(", ")}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange([...kept.map((name) => ({ name, value: "" }))])}
          >
            Neu eingeben
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange([])}>
            Entfernen
          </Button>
        </Row>
      ) : (
        <Stack gap="xs">
          {value.map((line, index) => (
            // Lines have no name of their own; they are only added at the end and taken away.
            // oxlint-disable-next-line react/no-array-index-key
            <Row key={index} gap="xs" wrap="nowrap" align="flex-start">
              <TextInput
                aria-label={`Name der Kopfzeile ${index + 1}`}
                placeholder="Authorization"
                value={line.name}
                onChange={(event) => set(index, { name: event.currentTarget.value })}
                maxLength={100}
                autoComplete="off"
                flex="1 1 10rem"
              />
              <TextInput
                aria-label={`Wert der Kopfzeile ${index + 1}`}
                placeholder="Bearer …"
                type="password"
                value={line.value}
                onChange={(event) => set(index, { value: event.currentTarget.value })}
                maxLength={4000}
                autoComplete="off"
                flex="2 1 12rem"
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Kopfzeile ${index + 1} entfernen`}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </Row>
          ))}
          <div>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Plus size={14} aria-hidden />}
              onClick={() =>
                onChange([...value, { name: value.length === 0 ? "Authorization" : "", value: "" }])
              }
            >
              Kopfzeile
            </Button>
            {kept.length > 0 && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                onClick={() => onChange(null)}
              >
                Gespeicherte behalten
              </Button>
            )}
          </div>
        </Stack>
      )}
      {error !== undefined && (
        <Text size="sm" c="var(--danger-text)">
          {String(error)}
        </Text>
      )}
    </div>
  );
}
