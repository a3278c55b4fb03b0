import { NumberInput, Select } from "@mantine/core";
import { useState } from "react";
import {
  DATE_ORDERS,
  DELIMITERS,
  ENCODINGS,
  TABLE_FORMATS,
  type DetectedTable,
  type TableOptions,
} from "../../../mapping-contract.ts";
import {
  DATE_ORDER_LABELS,
  DELIMITER_LABELS,
  ENCODING_LABELS,
  FORMAT_LABELS,
  withOption,
} from "./file-options.ts";
import classes from "../sync.module.css";

const AUTOMATIC = "";

interface FileOptionsProps {
  /** What was found out about a file; null where there is none yet. */
  detected: DetectedTable | null;
  options: TableOptions;
  onChange: (options: TableOptions) => void;
}

/** How a file is read; what is not chosen is found out from the file. */
export function FileOptions({ detected, options, onChange }: FileOptionsProps) {
  const format = options.format ?? detected?.format ?? "CSV";
  const set = <K extends keyof TableOptions>(key: K, value: TableOptions[K]) =>
    onChange(withOption(options, key, value));
  return (
    <div className={classes.options}>
      <OptionSelect
        label="Format"
        values={TABLE_FORMATS}
        labels={FORMAT_LABELS}
        value={options.format ?? null}
        onChange={(value) => set("format", value)}
      />
      {format === "CSV" && (
        <>
          <OptionSelect
            label="Trennzeichen"
            values={DELIMITERS}
            labels={DELIMITER_LABELS}
            value={options.delimiter ?? null}
            onChange={(value) => set("delimiter", value)}
          />
          <OptionSelect
            label="Zeichensatz"
            description="Sehen Umlaute falsch aus, ist es meist dieser."
            values={ENCODINGS}
            labels={ENCODING_LABELS}
            value={options.encoding ?? null}
            onChange={(value) => set("encoding", value)}
          />
        </>
      )}
      {format === "XLSX" && detected !== null && detected.sheets.length > 1 && (
        <Select
          size="sm"
          label="Blatt"
          data={[
            { value: AUTOMATIC, label: "von selbst" },
            ...detected.sheets.map((sheet) => ({
              value: sheet.name,
              label: sheet.hidden ? `${sheet.name} (ausgeblendet)` : sheet.name,
            })),
          ]}
          value={options.sheet ?? AUTOMATIC}
          onChange={(sheet) => set("sheet", sheet === AUTOMATIC ? null : sheet)}
          allowDeselect={false}
        />
      )}
      {(format === "CSV" || format === "XLSX") && (
        <HeaderRow value={options.headerRow ?? null} onChange={(row) => set("headerRow", row)} />
      )}
      <OptionSelect
        label="Tage stehen als"
        values={DATE_ORDERS}
        labels={DATE_ORDER_LABELS}
        value={options.dateOrder ?? null}
        onChange={(value) => set("dateOrder", value)}
      />
    </div>
  );
}

interface OptionSelectProps<V extends string> {
  label: string;
  description?: string;
  values: readonly V[];
  labels: Record<V, string>;
  value: V | null;
  onChange: (value: V | null) => void;
}

function OptionSelect<V extends string>({
  label,
  description,
  values,
  labels,
  value,
  onChange,
}: OptionSelectProps<V>) {
  return (
    <Select
      size="sm"
      label={label}
      description={description}
      data={[
        { value: AUTOMATIC, label: "von selbst" },
        ...values.map((one) => ({ value: one as string, label: labels[one] })),
      ]}
      value={value ?? AUTOMATIC}
      onChange={(next) => onChange(values.find((one) => one === next) ?? null)}
      allowDeselect={false}
    />
  );
}

/** Read again only when the number is complete. */
function HeaderRow({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (row: number | null) => void;
}) {
  const [typed, setTyped] = useState<number | string>(value ?? "");
  const tell = () => {
    const row = typed === "" ? null : Number(typed);
    if (row !== value) onChange(row);
  };
  return (
    <NumberInput
      size="sm"
      label="Spaltennamen in Zeile"
      description="0: Die Datei hat keine Spaltennamen."
      placeholder="von selbst"
      value={typed}
      onChange={setTyped}
      onBlur={tell}
      onKeyDown={(event) => event.key === "Enter" && tell()}
      min={0}
      max={1000}
      allowDecimal={false}
    />
  );
}
