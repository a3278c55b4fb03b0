import { Accordion, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { FileOptions } from "../../sync/file/FileOptions.tsx";
import { matchKeyWords } from "../../sync/import-words.ts";
import { RuleFields } from "../../sync/RuleFields.tsx";
import { GroupDecisionFields } from "./GroupDecisionFields.tsx";
import type { SourceFields } from "./source-fields.ts";
import { SOURCE_FIELD_LABELS as LABELS } from "./source-values.ts";

/** What seldom has to be set, folded; groups open where one of them is wrong. */
export function SourceSettings({ form }: SourceFields) {
  const { values } = form;
  const [open, setOpen] = useState<string[]>([]);
  const wrongGroups = Object.keys(form.errors).some((path) => path.startsWith("groupDecisions."));
  return (
    <Accordion
      variant="contained"
      multiple
      chevronPosition="left"
      value={wrongGroups ? [...new Set([...open, "groups"])] : open}
      onChange={setOpen}
    >
      <Setting
        name="rules"
        label="Regeln"
        now={`Wiedererkannt an: ${matchKeyWords(values.rules.matchKeys)}`}
      >
        <RuleFields value={values.rules} onChange={(rules) => form.setFieldValue("rules", rules)} />
      </Setting>
      <Setting
        name="groups"
        label={LABELS["groupDecisions"]}
        now={settledGroups(values.groupDecisions)}
      >
        <GroupDecisionFields
          value={values.groupDecisions}
          onChange={(lines) => form.setFieldValue("groupDecisions", lines)}
          errors={form.errors}
        />
      </Setting>
      <Setting
        name="options"
        label={LABELS["options"]}
        now="Format, Trennzeichen, Umlaute und Überschriften werden von selbst erkannt"
      >
        <FileOptions
          detected={null}
          options={values.options}
          onChange={(options) => form.setFieldValue("options", options)}
        />
      </Setting>
    </Accordion>
  );
}

interface SettingProps {
  name: string;
  label: ReactNode;
  /** What holds while it is folded. */
  now: string;
  children: ReactNode;
}

function Setting({ name, label, now, children }: SettingProps) {
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>
        {label}
        <Text size="sm" c="dimmed">
          {now}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  );
}

function settledGroups(lines: readonly { name: string }[]): string {
  if (lines.length === 0) return "Gleichnamige Gruppen werden von selbst erkannt";
  const names = lines.map(({ name }) => name.trim()).filter((name) => name !== "");
  return `Festgelegt: ${names.join(", ")}`;
}
