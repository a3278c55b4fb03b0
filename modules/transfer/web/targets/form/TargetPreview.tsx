import { Alert, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { plural } from "#platform/web/format/format.ts";
import { SampleTable } from "../../sync/columns/SampleTable.tsx";
import { exportPreviewQuery, type TargetInput } from "../target-queries.ts";
import { sentTarget, type TargetValues } from "./target-values.ts";

/** The first rows of the file as it would be written now. */
export function TargetPreview({ values }: { values: TargetValues }) {
  // Where it goes and when does not change what stands in it; unfinished addresses must not spoil
  // the sample.
  const body: TargetInput = {
    ...sentTarget(values),
    name: values.name.trim() || "Vorschau",
    fileName: "Vorschau",
    destination: { kind: "DOWNLOAD" },
    schedule: null,
  };
  const [settled] = useDebouncedValue(JSON.stringify(body), 400);
  const preview = useQuery(exportPreviewQuery(JSON.parse(settled) as TargetInput));
  if (preview.error) {
    return (
      <Alert variant="light" color="gray" title="Vorschau">
        {preview.error.message}
      </Alert>
    );
  }
  if (!preview.data) return null;
  const { count, headings, rows } = preview.data;
  return (
    <section aria-label="Vorschau">
      <Text size="sm" fw={500}>
        Vorschau: {plural(count, "Mitglied", "Mitglieder")} in der Datei
      </Text>
      <SampleTable label="Erste Zeilen" heads={headings} rows={rows.map((cells) => ({ cells }))} />
    </section>
  );
}
