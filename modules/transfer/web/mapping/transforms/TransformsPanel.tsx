import { ActionIcon, Button, Menu, Text } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { moved, SortableList } from "#platform/web/ui/table/SortableList.tsx";
import type { MappingEntry, Transform } from "../../../mapping-contract.ts";
import classes from "./transforms.module.css";
import {
  newTransform,
  TRANSFORM_KINDS,
  TRANSFORM_LABELS,
  transformProblem,
} from "./transform-words.ts";
import { BeforeAfter, type EntrySample } from "./BeforeAfter.tsx";
import { choicesOf, TransformEditor, type TransformContext } from "./TransformEditor.tsx";

const MOST_STEPS = 10;

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
          <Step
            transform={transform}
            context={context}
            onChange={(next) => set(transforms.map((one, at) => (at === index ? next : one)))}
            onRemove={() => {
              setKeys(keys.filter((_, at) => at !== index));
              set(transforms.filter((_, at) => at !== index));
            }}
          />
        )}
      </SortableList>
      <AddStep disabled={transforms.length >= MOST_STEPS} onAdd={add} />
      <BeforeAfter sample={sample} />
      <Button onClick={onDone}>Fertig</Button>
    </div>
  );
}

interface StepProps {
  transform: Transform;
  context: TransformContext;
  onChange: (transform: Transform) => void;
  onRemove: () => void;
}

function Step({ transform, context, onChange, onRemove }: StepProps) {
  const label = TRANSFORM_LABELS[transform.kind];
  const problem = transformProblem(transform);
  return (
    <section className={classes.step} aria-label={label}>
      <div className={classes.stepHead}>
        <strong>{label}</strong>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${label} entfernen`}
          onClick={onRemove}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </div>
      <TransformEditor transform={transform} onChange={onChange} context={context} />
      {problem !== undefined && (
        <Text size="sm" c="var(--danger-text)" mt={4}>
          {problem}
        </Text>
      )}
    </section>
  );
}

interface AddStepProps {
  disabled: boolean;
  onAdd: (kind: Transform["kind"]) => void;
}

function AddStep({ disabled, onAdd }: AddStepProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} disabled={disabled}>
          Schritt hinzufügen
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {TRANSFORM_KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {TRANSFORM_LABELS[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
