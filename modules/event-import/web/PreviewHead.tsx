import { Alert, Button, Text } from "@mantine/core";
import { plural } from "#platform/web/format/format.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import type { ProgrammeDraft } from "../contract.ts";

const WAYS: Record<ProgrammeDraft["reading"]["way"], string> = {
  LOCAL_TEXT: "Gelesen wurde der Text der Datei, auf dem Server Ihres Vereins.",
  LOCAL_OCR:
    "Gelesen wurde das Bild, auf dem Server Ihres Vereins. Dabei werden Buchstaben leicht verwechselt: Bitte vergleichen Sie.",
  MODEL: "Gelesen hat der eingestellte KI-Dienst. Bitte vergleichen Sie.",
};

interface PreviewHeadProps {
  fileName: string;
  /** Events found and chosen. */
  found: number;
  chosen: number;
  reading: ProgrammeDraft["reading"] | undefined;
  problem: string | undefined;
  onCancel: () => void;
}

/** What was found in the file, how it was read, and why it was not saved. */
export function PreviewHead({
  fileName,
  found,
  chosen,
  reading,
  problem,
  onCancel,
}: PreviewHeadProps) {
  return (
    <>
      <PageHeader
        title="Termine importieren"
        sentence={
          found === 0
            ? `In „${fileName}“ wurde kein Termin gefunden.`
            : `${plural(found, "Termin", "Termine")} in „${fileName}“, ${chosen} gewählt. Noch ist nichts gespeichert.`
        }
        actions={
          <Button variant="default" onClick={onCancel}>
            Andere Datei
          </Button>
        }
      />
      {reading && (
        <Text size="sm" c="dimmed" mb="md">
          {WAYS[reading.way]} {reading.notes.join(" ")}
        </Text>
      )}
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {problem}
        </Alert>
      )}
    </>
  );
}
