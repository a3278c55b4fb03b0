import { ActionIcon, Button, Select, Stack, Text, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { CREATE } from "../../preview/group-decisions.ts";
import { useGroupOptions } from "../../preview/group-options.ts";
import type { DecisionLine } from "./decision-lines.ts";
import classes from "../sources.module.css";

interface GroupDecisionFieldsProps {
  value: readonly DecisionLine[];
  onChange: (lines: DecisionLine[]) => void;
  /** By path: `groupDecisions.0.name`. */
  errors: Readonly<Record<string, unknown>>;
}

/** What groups of the file mean in the club, once and for all runs of a source. */
export function GroupDecisionFields({ value, onChange, errors }: GroupDecisionFieldsProps) {
  const options = useGroupOptions();
  const set = (index: number, change: Partial<DecisionLine>) =>
    onChange(value.map((line, at) => (at === index ? { ...line, ...change } : line)));
  const error = (index: number, field: string) => {
    const found = errors[`groupDecisions.${index}.${field}`];
    return found === undefined ? undefined : String(found);
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Namen, die in der Datei anders heißen als im Verein oder dort fehlen. Was hier steht, gilt
        bei jedem Lauf vor der Regel „Gruppen, die es noch nicht gibt“. Gruppen mit demselben Namen
        werden von selbst erkannt.
      </Text>
      {value.length > 0 && (
        <ul className={classes.decisions}>
          {value.map((line, index) => (
            // Lines have no name of their own until one is typed.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <TextInput
                id={fieldId(`groupDecisions.${index}.name`)}
                label="Name in der Datei"
                value={line.name}
                onChange={(event) => set(index, { name: event.currentTarget.value })}
                error={error(index, "name")}
                maxLength={200}
                autoComplete="off"
              />
              <Select
                id={fieldId(`groupDecisions.${index}.groupId`)}
                label="Wird im Verein"
                placeholder="bitte wählen"
                data={withUnknown(options, line.choice)}
                value={line.choice}
                onChange={(choice) => set(index, { choice })}
                error={error(index, "groupId")}
                searchable
                allowDeselect={false}
                nothingFoundMessage="Keine Gruppe heißt so."
              />
              {line.choice === CREATE && (
                <TextInput
                  id={fieldId(`groupDecisions.${index}.parent`)}
                  label="Unterhalb von (freiwillig)"
                  placeholder="Name der Abteilung"
                  value={line.parent}
                  onChange={(event) => set(index, { parent: event.currentTarget.value })}
                  error={error(index, "parent")}
                  maxLength={200}
                  autoComplete="off"
                />
              )}
              <ActionIcon
                className={classes.remove}
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={
                  line.name === "" ? `Zeile ${index + 1} entfernen` : `„${line.name}“ entfernen`
                }
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...value, { name: "", choice: null, parent: "" }])}
        >
          Name hinzufügen
        </Button>
      </div>
    </Stack>
  );
}

/** A choice that the reader may not make, or a group that is gone, is still shown as what it is. */
function withUnknown(
  options: { value: string; label: string }[],
  choice: string | null,
): { value: string; label: string }[] {
  if (choice === null || options.some(({ value }) => value === choice)) return options;
  return [
    ...options,
    {
      value: choice,
      label: choice === CREATE ? "Gruppe neu anlegen" : "eine Gruppe, die Sie nicht sehen",
    },
  ];
}
