import { Alert, Button, Group, Progress, Radio, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatDateTime, formatFileSize } from "#platform/web/format/format.ts";
import { AppLink, pageAddress } from "#platform/web/links.tsx";
import { FileDrop } from "#platform/web/ui/form/FileDrop.tsx";
import type { ImportRun } from "../../../import-contract.ts";
import { countWords, STATE_LABELS } from "../import-words.ts";
import { runsQuery, sourcesQuery } from "../run-queries.ts";
import classes from "../sync.module.css";
import { ACCEPTED, fileProblem, sendFile } from "./upload-file.ts";

interface ChooseFileProps {
  /** Id of the source the file belongs to; empty: none. */
  sourceId: string;
  onSource: (id: string) => void;
  onStarted: (run: ImportRun) => void;
}

/** The first step: a saved source or none, and the file. */
export function ChooseFile({ sourceId, onSource, onStarted }: ChooseFileProps) {
  const sources =
    useQuery(sourcesQuery({ size: 200 })).data?.content.filter(
      (source) => source.kind === "FILE" && !source.quick,
    ) ?? [];
  const [sending, setSending] = useState<{ file: File; sent: number }>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    setProblem(fileProblem(file));
    if (fileProblem(file) !== undefined) return;
    const stop = new AbortController();
    running.current = stop;
    setSending({ file, sent: 0 });
    try {
      onStarted(
        await sendFile({
          file,
          sourceId,
          signal: stop.signal,
          onProgress: (sent) => setSending({ file, sent }),
        }),
      );
    } catch (error) {
      if (stop.signal.aborted) return;
      setProblem(
        `„${file.name}“ konnte nicht gelesen werden: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      setSending(undefined);
    }
  };

  if (sending !== undefined)
    return <Sending {...sending} onCancel={() => running.current?.abort()} />;
  return (
    <Stack gap="lg" maw="48rem">
      {problem !== undefined && (
        <Alert color="red" variant="light" role="alert">
          {problem} An Ihren Mitgliedern wurde nichts geändert.
        </Alert>
      )}
      {sources.length > 0 && (
        <Radio.Group label="Woher kommt die Datei?" value={sourceId} onChange={onSource}>
          <Stack gap="xs" mt={8}>
            <Radio value="" label="Eine einzelne Datei, ohne gespeicherte Quelle" />
            {sources.map((source) => (
              <Radio
                key={source.id}
                value={source.id}
                label={source.name}
                description={
                  source.lastRun
                    ? `Zuletzt am ${formatDateTime(source.lastRun.startedAt)}: ${countWords(source.lastRun)}`
                    : "Noch nie eingelesen"
                }
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <FileDrop label="Datei mit Mitgliedern" accept={ACCEPTED} onFile={(file) => void send(file)}>
        <p>CSV, Excel (XLSX), JSON oder vCard, bis 50&nbsp;MB und 50.000&nbsp;Zeilen</p>
        <p>
          Trennzeichen, Umlaute, Überschriften und Schreibweisen werden erkannt. Sie sehen alles,
          bevor etwas geändert wird.
        </p>
      </FileDrop>
      <OpenRuns />
    </Stack>
  );
}

/** How much of the file has left. */
function Sending({ file, sent, onCancel }: { file: File; sent: number; onCancel: () => void }) {
  return (
    <div className={classes.working}>
      <Text fw={560} role="status">
        „{file.name}“ wird hochgeladen
      </Text>
      <Progress
        value={(sent / file.size) * 100}
        size="lg"
        transitionDuration={200}
        aria-label="Fortschritt des Hochladens"
      />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {formatFileSize(Math.min(sent, file.size))} von {formatFileSize(file.size)}
        </Text>
        <Button variant="default" size="xs" onClick={onCancel}>
          Abbrechen
        </Button>
      </Group>
    </div>
  );
}

const SHOWN = 5;

/** Imports that were begun and not finished: a closed tab loses nothing. */
function OpenRuns() {
  const runs = useQuery(runsQuery({ state: "PREVIEW", size: SHOWN })).data?.content ?? [];
  if (runs.length === 0) return null;
  return (
    <section>
      <Text component="h2" fw={600} mb={4}>
        Angefangene Importe
      </Text>
      <ul className={classes.openRuns}>
        {runs.map((run) => (
          <li key={run.id}>
            <AppLink to={pageAddress("/users/sync", { run: run.id })}>
              {run.fileName ?? run.sourceName}
            </AppLink>
            <span>
              {formatDateTime(run.startedAt)}, {run.actor.name}: {STATE_LABELS[run.state]},{" "}
              {countWords(run)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
