import { ActionIcon, Alert, Button, Menu, Text } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { moved, SortableList } from "#platform/web/ui/table/SortableList.tsx";
import type { MappingEntry, Transform } from "../../mapping-contract.ts";
import classes from "./mapping.module.css";
import {
  newTransform,
  TRANSFORM_KINDS,
  TRANSFORM_LABELS,
  transformProblem,
} from "./transform-words.ts";
import { choicesOf, TransformEditor, type TransformContext } from "./TransformEditor.tsx";

export interface EntrySample {
  before: string;
  after: string;
}

interface TransformsPanelProps {
  entry: MappingEntry;
  onChange: (entry: MappingEntry) => void;
  context: TransformContext;
  sample: readonly EntrySample[];
  onDone: () => void;
}

/** What is done with a value on its way, step by step, with the first rows before and after. */
export function TransformsPanel({
  entry,
  onChange,
  context,
  sample,
  onDone,
}: TransformsPanelProps) {
  const { transforms } = entry;
  // Steps have no name of their own; they keep theirs while they are moved.
  const [keys, setKeys] = useState(() => transforms.map(() => crypto.randomUUID()));
  const set = (next: Transform[]) => onChange({ ...entry, transforms: next });
  const add = (kind: Transform["kind"]) => {
    setKeys([...keys, crypto.randomUUID()]);
    set([...transforms, newTransform(kind, context.isExport, choicesOf(context.field))]);
  };
  const steps = transforms.map((transform, index) => ({
    transform,
    key: keys[index] ?? String(index),
  }));
  return (
    <div className={classes.panel}>
      {transforms.length === 0 && (
        <Text c="dimmed">
          {context.isExport
            ? "Der Wert wird so ausgegeben, wie er beim Mitglied steht."
            : "Übliche Schreibweisen von Daten, Zahlen, Geschlecht, ja und nein werden von selbst verstanden."}
        </Text>
      )}
      <SortableList
        label="Schritte der Umwandlung"
        items={steps}
        itemKey={(step) => step.key}
        nameOf={(step) => TRANSFORM_LABELS[step.transform.kind]}
        onMove={(from, to) => {
          setKeys(moved(keys, from, to));
          set(moved(transforms, from, to));
        }}
      >
        {({ transform }, index) => (
          <section className={classes.step} aria-label={TRANSFORM_LABELS[transform.kind]}>
            <div className={classes.stepHead}>
              <strong>{TRANSFORM_LABELS[transform.kind]}</strong>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${TRANSFORM_LABELS[transform.kind]} entfernen`}
                onClick={() => {
                  setKeys(keys.filter((_, at) => at !== index));
                  set(transforms.filter((_, at) => at !== index));
                }}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </div>
            <TransformEditor
              transform={transform}
              onChange={(next) => set(transforms.map((one, at) => (at === index ? next : one)))}
              context={context}
            />
            {transformProblem(transform) !== undefined && (
              <Text size="sm" c="var(--danger-text)" mt={4}>
                {transformProblem(transform)}
              </Text>
            )}
          </section>
        )}
      </SortableList>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={transforms.length >= 10}
          >
            Schritt hinzufügen
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {TRANSFORM_KINDS.map((kind) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {TRANSFORM_LABELS[kind]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <div aria-live="polite">
        {sample.length > 0 ? (
          <table className={classes.beforeAfter}>
            <caption>So sieht es aus</caption>
            <thead>
              <tr>
                <th scope="col">Vorher</th>
                <th scope="col">Nachher</th>
              </tr>
            </thead>
            <tbody>
              {sample.map((row, index) => (
                // Rows of a file have no other name than their place.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index}>
                  <td>{row.before || "–"}</td>
                  <td>{row.after || "–"}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <Alert variant="light" color="gray">
            Ein Beispiel erscheint hier, sobald es Zeilen dazu gibt.
          </Alert>
        )}
      </div>
      <Button onClick={onDone}>Fertig</Button>
    </div>
  );
}
