import { Checkbox, MultiSelect, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import type { Transform } from "../../../mapping-contract.ts";
import type { Field } from "../FieldSelect.tsx";
import { ValueTable } from "./ValueTable.tsx";

export interface TransformContext {
  isExport: boolean;
  /** The member field of the entry. */
  field: Field | undefined;
  /** What may be joined: columns of the file, or member fields. */
  sources: readonly { value: string; label: string }[];
  /** Values of the first rows before this entry. */
  values: readonly string[];
}

interface TransformEditorProps {
  transform: Transform;
  onChange: (transform: Transform) => void;
  context: TransformContext;
}

const YES_NO = [
  { value: "true", label: "ja" },
  { value: "false", label: "nein" },
];

/** The settings of one transformation. */
export function TransformEditor({ transform, onChange, context }: TransformEditorProps) {
  switch (transform.kind) {
    case "VALUES": {
      const choices = choicesOf(context.field);
      const listed = new Set(transform.values.map((value) => value.from.trim().toLowerCase()));
      const unlisted = [...new Set(context.values)].filter(
        (value) => value.trim() !== "" && !listed.has(value.trim().toLowerCase()),
      );
      return (
        <ValueTable
          transform={transform}
          onChange={onChange}
          results={context.isExport ? [] : choices}
          sources={context.isExport ? choices : []}
          unlisted={context.isExport && choices.length > 0 ? [] : unlisted}
        />
      );
    }
    case "CONSTANT":
      return <ConstantEditor transform={transform} onChange={onChange} context={context} />;
    case "SPLIT":
      return <SplitEditor transform={transform} onChange={onChange} />;
    case "JOIN":
      return (
        <Stack gap="sm">
          <MultiSelect
            size="sm"
            label="Zusammen mit"
            data={uniqueOptions(context.sources)}
            value={transform.with}
            onChange={(chosen) => onChange({ ...transform, with: chosen })}
            maxValues={10}
            searchable
          />
          <TextInput
            size="sm"
            label="Dazwischen steht"
            description="Zum Beispiel ein Leerzeichen oder ein Komma mit Leerzeichen"
            value={transform.separator}
            onChange={(event) => onChange({ ...transform, separator: event.currentTarget.value })}
            maxLength={20}
          />
        </Stack>
      );
    case "DATE":
      return context.isExport ? (
        <TextInput
          size="sm"
          label="Muster"
          description="TT steht hier als DD, der Monat als MM, das Jahr als YYYY oder YY. Üblich ist DD.MM.YYYY."
          value={transform.format}
          onChange={(event) => onChange({ ...transform, format: event.currentTarget.value })}
          maxLength={20}
        />
      ) : (
        <Select
          size="sm"
          label="So stehen Tage in der Datei"
          data={[
            { value: "DMY", label: "Tag, Monat, Jahr (31.12.1999)" },
            { value: "MDY", label: "Monat, Tag, Jahr (12/31/1999)" },
            { value: "YMD", label: "Jahr, Monat, Tag (1999-12-31)" },
          ]}
          value={transform.format}
          onChange={(format) => onChange({ ...transform, format: format ?? "DMY" })}
          allowDeselect={false}
        />
      );
    case "NUMBER":
      return <NumberEditor transform={transform} onChange={onChange} isExport={context.isExport} />;
    default:
      return null;
  }
}

/** What a field may hold, where that is known. */
export function choicesOf(field: Field | undefined) {
  return field?.kind === "BOOLEAN" ? YES_NO : (field?.choices ?? []);
}

/** A file may have two columns of one name; a choice may not. */
function uniqueOptions(options: TransformContext["sources"]) {
  return [...new Map(options.map((option) => [option.value, option])).values()];
}

type EditorProps<K extends Transform["kind"]> = {
  transform: Extract<Transform, { kind: K }>;
  onChange: (transform: Transform) => void;
};

function ConstantEditor({
  transform,
  onChange,
  context,
}: EditorProps<"CONSTANT"> & { context: TransformContext }) {
  const choices = context.isExport ? [] : choicesOf(context.field);
  return (
    <Stack gap="sm">
      {choices.length > 0 ? (
        <Select
          size="sm"
          label="Wert"
          data={[...choices]}
          value={transform.value || null}
          onChange={(value) => onChange({ ...transform, value: value ?? "" })}
        />
      ) : (
        <TextInput
          size="sm"
          label="Wert"
          value={transform.value}
          onChange={(event) => onChange({ ...transform, value: event.currentTarget.value })}
          maxLength={1000}
        />
      )}
      <Checkbox
        label="Nur, wenn sonst nichts da steht"
        checked={transform.onlyWhenEmpty}
        onChange={(event) => onChange({ ...transform, onlyWhenEmpty: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function SplitEditor({ transform, onChange }: EditorProps<"SPLIT">) {
  return (
    <Stack gap="sm">
      <TextInput
        size="sm"
        label="Getrennt an"
        description="Zum Beispiel ein Leerzeichen, ein Komma oder ein Schrägstrich"
        value={transform.separator}
        onChange={(event) => onChange({ ...transform, separator: event.currentTarget.value })}
        maxLength={20}
      />
      <NumberInput
        size="sm"
        label="Welcher Teil"
        description="1 ist der erste, -1 der letzte"
        value={transform.part}
        onChange={(part) => onChange({ ...transform, part: Number(part) === 0 ? 1 : Number(part) })}
        min={-20}
        max={20}
        allowDecimal={false}
      />
      <Checkbox
        label={transform.part < 0 ? "und alles davor" : "und alles danach"}
        checked={transform.rest}
        onChange={(event) => onChange({ ...transform, rest: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function NumberEditor({
  transform,
  onChange,
  isExport,
}: EditorProps<"NUMBER"> & { isExport: boolean }) {
  return (
    <Stack gap="sm">
      <Select
        size="sm"
        label={isExport ? "Dezimalzeichen" : "Dezimalzeichen in der Datei"}
        data={[
          { value: ",", label: "Komma (1.250,50)" },
          { value: ".", label: "Punkt (1,250.50)" },
        ]}
        value={transform.decimal}
        onChange={(decimal) => onChange({ ...transform, decimal: decimal === "." ? "." : "," })}
        allowDeselect={false}
      />
      <NumberInput
        size="sm"
        label="Malnehmen mit"
        description="0,01 macht aus Cent Euro"
        decimalSeparator=","
        value={transform.factor}
        onChange={(factor) =>
          onChange({ ...transform, factor: Number(factor) > 0 ? Number(factor) : 1 })
        }
        min={0.000001}
        max={1_000_000}
      />
      {isExport && (
        <NumberInput
          size="sm"
          label="Nachkommastellen"
          placeholder="so viele wie nötig"
          value={transform.places ?? ""}
          onChange={(places) =>
            onChange({ ...transform, places: places === "" ? null : Number(places) })
          }
          min={0}
          max={6}
          allowDecimal={false}
        />
      )}
    </Stack>
  );
}
