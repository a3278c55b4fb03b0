import { Checkbox, Group as Row, Select, Stack, TextInput } from "@mantine/core";
import {
  EXPORT_DELIMITERS,
  EXPORT_ENCODINGS,
  EXPORT_FORMAT_LABELS,
  EXPORT_FORMATS,
  EXPORT_GROUPING_LABELS,
  EXPORT_GROUPINGS,
  type ExportFormat,
  type ExportTarget,
} from "../../../export-contract.ts";
import { fieldId } from "#platform/web/ui/form/field-id.ts";
import { DELIMITER_LABELS } from "../../sync/file/file-options.ts";

type Options = ExportTarget["options"];

interface FormatFieldsProps {
  format: ExportFormat;
  options: Options;
  onFormat: (format: ExportFormat) => void;
  onOptions: (options: Options) => void;
}

const ENCODING_LABELS: Record<Options["encoding"], string> = {
  "UTF-8": "UTF-8",
  "WINDOWS-1252": "Windows (1252), für alte Programme",
  "UTF-16": "UTF-16",
};

/** The kind of file, and what only some kinds have. */
export function FormatFields({ format, options, onFormat, onOptions }: FormatFieldsProps) {
  const set = (change: Partial<Options>) => onOptions({ ...options, ...change });
  return (
    <Stack gap="md">
      <Select
        id={fieldId("format")}
        label="Format"
        data={EXPORT_FORMATS.map((one) => ({ value: one, label: EXPORT_FORMAT_LABELS[one] }))}
        value={format}
        onChange={(next) => onFormat(EXPORT_FORMATS.find((one) => one === next) ?? "XLSX")}
        allowDeselect={false}
        maw="20rem"
      />
      {format === "CSV" && (
        <Row gap="sm" align="flex-end">
          <Select
            label="Trennzeichen"
            data={EXPORT_DELIMITERS.map((one) => ({ value: one, label: DELIMITER_LABELS[one] }))}
            value={options.delimiter}
            onChange={(next) =>
              set({ delimiter: EXPORT_DELIMITERS.find((one) => one === next) ?? ";" })
            }
            allowDeselect={false}
          />
          <Select
            label="Zeichensatz"
            data={EXPORT_ENCODINGS.map((one) => ({ value: one, label: ENCODING_LABELS[one] }))}
            value={options.encoding}
            onChange={(next) =>
              set({ encoding: EXPORT_ENCODINGS.find((one) => one === next) ?? "UTF-8" })
            }
            allowDeselect={false}
            w="18rem"
            maw="100%"
          />
          {options.encoding === "UTF-8" && (
            <Checkbox
              mb={8}
              label="Öffnet in Excel mit richtigen Umlauten"
              checked={options.byteOrderMark}
              onChange={(event) => set({ byteOrderMark: event.currentTarget.checked })}
            />
          )}
        </Row>
      )}
      {format === "VCARD" && (
        <Select
          label="Fassung"
          description="Name, Anschrift, Telefon, E-Mail, Geburtstag, Notizen und Gruppen liest jedes Adressbuch. Alle übrigen Felder stehen als Zusatz darin, den nur dieses Programm wieder liest."
          data={[
            { value: "3.0", label: "3.0, von fast allen Geräten verstanden" },
            { value: "4.0", label: "4.0" },
          ]}
          value={options.vcardVersion}
          onChange={(next) => set({ vcardVersion: next === "4.0" ? "4.0" : "3.0" })}
          allowDeselect={false}
          maw="20rem"
        />
      )}
      {format === "PDF" && (
        <>
          <TextInput
            label="Überschrift"
            value={options.title ?? ""}
            onChange={(event) => set({ title: event.currentTarget.value || null })}
            maxLength={200}
          />
          <Select
            label="Unterteilt nach"
            data={EXPORT_GROUPINGS.map((one) => ({
              value: one,
              label: EXPORT_GROUPING_LABELS[one],
            }))}
            value={options.groupBy}
            onChange={(next) =>
              set({ groupBy: EXPORT_GROUPINGS.find((one) => one === next) ?? null })
            }
            placeholder="nicht unterteilt"
            clearable
            maw="20rem"
          />
          <Checkbox
            label="Querformat"
            checked={options.landscape}
            onChange={(event) => set({ landscape: event.currentTarget.checked })}
          />
        </>
      )}
    </Stack>
  );
}
