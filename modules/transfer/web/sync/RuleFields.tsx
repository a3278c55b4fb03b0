import { Checkbox, MultiSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import { moved, SortableList } from "#platform/web/ui/table/SortableList.tsx";
import { MATCH_KEY_LABELS, MATCH_KEYS, type MatchKey } from "../../import-contract.ts";
import { groupPrefixed } from "#platform/web/format/format.ts";
import type { Field } from "../mapping/FieldSelect.tsx";
import type { Rules } from "./rules.ts";

interface RuleFieldsProps {
  value: Rules;
  /** Those that may be marked as needed. */
  fields?: readonly Field[] | undefined;
  onChange: (rules: Rules) => void;
}

type Choices<V extends string> = readonly { value: V; label: string; description: string }[];

const NEW: Choices<Rules["onNew"]> = [
  {
    value: "CREATE",
    label: "Anlegen",
    description: "Wer in der Datei steht und noch nicht Mitglied ist, wird angelegt.",
  },
  {
    value: "SKIP",
    label: "Auslassen",
    description: "Nur Mitglieder, die es schon gibt, werden geändert.",
  },
];
const CHANGED: Choices<Rules["onChanged"]> = [
  {
    value: "UPDATE",
    label: "Angaben aus der Datei übernehmen",
    description: "Leere Zellen lassen stehen, was da ist.",
  },
  {
    value: "FILL_EMPTY",
    label: "Nur ergänzen",
    description: "Was schon eingetragen ist, bleibt; die Datei füllt nur Lücken.",
  },
  {
    value: "SKIP",
    label: "Nichts ändern",
    description: "Bestehende Mitglieder bleiben, wie sie sind.",
  },
];
const MISSING: Choices<Rules["onMissing"]> = [
  {
    value: "REPORT",
    label: "Nur zeigen",
    description: "Wer fehlt, steht in der Vorschau; geändert wird nichts.",
  },
  {
    value: "KEEP",
    label: "Nicht beachten",
    description: "Die Datei ist nur ein Teil der Mitglieder.",
  },
  {
    value: "SET_LEFT",
    label: "Als ausgetreten eintragen",
    description:
      "Wer fehlt, bekommt heute als Austritt. Nur, wenn die Datei immer alle Mitglieder enthält.",
  },
];
const GROUPS: Choices<Rules["unknownGroups"]> = [
  {
    value: "FAULTY",
    label: "Nachfragen",
    description: "Zeilen mit unbekannten Gruppen bleiben draußen, bis Sie entschieden haben.",
  },
  { value: "CREATE", label: "Anlegen", description: "Unbekannte Gruppen werden angelegt." },
  {
    value: "IGNORE",
    label: "Gruppe weglassen",
    description: "Die Person wird übernommen, die unbekannte Gruppe nicht.",
  },
];

const FAULTS: Choices<"LENIENT" | "STRICT"> = [
  {
    value: "LENIENT",
    label: "Ohne die fehlerhafte Angabe übernehmen",
    description:
      "Die Person kommt mit, die Angabe bleibt leer und steht bei den Hinweisen. Ohne lesbaren Namen oder mit unklarer Mitgliedsnummer bleibt eine Zeile immer draußen.",
  },
  {
    value: "STRICT",
    label: "Die ganze Zeile draußen lassen",
    description: "Streng: Eine Zeile kommt erst, wenn alles in ihr stimmt.",
  },
];

/** What happens with whom; each choice says its consequence. */
export function RuleFields({ value, fields, onChange }: RuleFieldsProps) {
  const set = (change: Partial<Rules>) => onChange({ ...value, ...change });
  return (
    <Stack gap="lg">
      <MatchKeys value={value.matchKeys} onChange={(matchKeys) => set({ matchKeys })} />
      <RuleChoice
        label="Neue Personen"
        choices={NEW}
        value={value.onNew}
        onChange={(onNew) => set({ onNew })}
      />
      <RuleChoice
        label="Personen, deren Angaben abweichen"
        choices={CHANGED}
        value={value.onChanged}
        onChange={(onChanged) => set({ onChanged })}
      />
      <RuleChoice
        label="Mitglieder, die in der Datei fehlen"
        choices={MISSING}
        value={value.onMissing}
        onChange={(onMissing) => set({ onMissing })}
      />
      <RuleChoice
        label="Zeilen, in denen eine Angabe nicht stimmt"
        choices={FAULTS}
        value={value.strict ? "STRICT" : "LENIENT"}
        onChange={(chosen) => set({ strict: chosen === "STRICT" })}
      />
      {!value.strict && fields !== undefined && (
        <MultiSelect
          label="Ohne diese Angaben geht es nicht"
          description="Ist eine davon fehlerhaft, bleibt die Zeile draußen."
          placeholder={value.neededFields.length === 0 ? "keine weiteren" : ""}
          data={fields
            .filter(({ kind }) => kind !== "COMPOSITE")
            .map((field) => ({ value: field.key, label: groupPrefixed(field) }))}
          value={value.neededFields}
          onChange={(neededFields) => set({ neededFields })}
          searchable
          clearable
          maw="36rem"
        />
      )}
      <RuleChoice
        label="Gruppen, die es noch nicht gibt"
        choices={GROUPS}
        value={value.unknownGroups}
        onChange={(unknownGroups) => set({ unknownGroups })}
      />
      <TextInput
        label="Wort zum Leeren"
        description="Steht genau dieses Wort in einer Zelle, wird die Angabe beim Mitglied geleert. Zum Beispiel: LÖSCHEN. Bleibt das Feld frei, leert die Datei nie etwas."
        value={value.clearWord}
        onChange={(event) => set({ clearWord: event.currentTarget.value })}
        maxLength={50}
        autoComplete="off"
        maw="24rem"
      />
    </Stack>
  );
}

interface RuleChoiceProps<V extends string> {
  label: string;
  choices: Choices<V>;
  value: V;
  onChange: (value: V) => void;
}

function RuleChoice<V extends string>({ label, choices, value, onChange }: RuleChoiceProps<V>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(next) => onChange(choices.find((one) => one.value === next)?.value ?? value)}
    >
      <Stack gap="xs" mt={8}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            description={choice.description}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** By what people are found again, in order; the last one that is ticked can't be taken away. */
function MatchKeys({
  value,
  onChange,
}: {
  value: readonly MatchKey[];
  onChange: (keys: MatchKey[]) => void;
}) {
  const items = [...value, ...MATCH_KEYS.filter((key) => !value.includes(key))];
  return (
    <div role="group" aria-label="Woran Personen wiedererkannt werden">
      <Text size="sm" fw={500}>
        Woran Personen wiedererkannt werden
      </Text>
      <Text size="sm" c="dimmed" mb={4}>
        Von oben nach unten: Das erste, das jemanden findet, gilt. Finden sich mehrere, fragt die
        Vorschau.
      </Text>
      <SortableList
        label="Reihenfolge der Merkmale"
        items={items}
        itemKey={(key) => key}
        nameOf={(key) => MATCH_KEY_LABELS[key]}
        onMove={(from, to) => onChange(moved(items, from, to).filter((key) => value.includes(key)))}
      >
        {(key) => (
          <Checkbox
            mt={8}
            label={MATCH_KEY_LABELS[key]}
            checked={value.includes(key)}
            disabled={value.length === 1 && value.includes(key)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...value, key]
                  : value.filter((other) => other !== key),
              )
            }
          />
        )}
      </SortableList>
    </div>
  );
}
