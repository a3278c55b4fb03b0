import { Alert, Button, Loader, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { ApiError } from "#platform/web/api/api.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { useCan } from "#platform/web/session/me.tsx";
import { FileDrop } from "#platform/web/ui/form/FileDrop.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import type { ProgrammeDraft } from "../contract.ts";
import { readableCalendarsQuery } from "#modules/calendars/web/public.ts";
import type { DraftRow } from "./drafts/draft-rows.ts";
import { divided, type LeftOverDate } from "./drafts/left-over-date.ts";
import { ImportResult, type ImportOutcome } from "./ImportResult.tsx";
import classes from "./import.module.css";
import { Preview } from "./Preview.tsx";
import { programmeReadingQuery } from "./queries.ts";
import { ACCEPTED, chooseFile, readDrafts, type ChosenFile } from "./read-file.ts";

const address = z.object({ calendar: inAddress.text() });

type Step =
  | { kind: "choose"; problem?: string }
  | { kind: "reading"; chosen: ChosenFile }
  | {
      kind: "preview";
      chosen: ChosenFile;
      rows: readonly DraftRow[];
      dates: readonly LeftOverDate[];
      reading: ProgrammeDraft["reading"] | undefined;
    }
  | { kind: "done"; outcome: ImportOutcome };

/** Termine importieren: a file is read, looked through, and only then taken over. */
export default function EventImportPage() {
  const [{ calendar }] = useSearchState(address);
  const calendars = useQuery(readableCalendarsQuery);
  // Until the calendars are there the server decides.
  const mayTakeOver =
    useCan("MANAGE_CALENDAR") ||
    calendars.data?.some(({ can }) => can.includes("ADD_EVENT")) !== false;
  const [step, setStep] = useState<Step>({ kind: "choose" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const read = async (file: File) => {
    const chosen = chooseFile(file);
    if (typeof chosen === "string") return setStep({ kind: "choose", problem: chosen });
    const stop = new AbortController();
    running.current = stop;
    setStep({ kind: "reading", chosen });
    try {
      const drafts = await readDrafts(chosen, stop.signal, { leftOver: true });
      const { events, dates } = divided(drafts);
      const rows = events.map((draft, id): DraftRow => ({ id, draft, values: null }));
      const [first] = drafts;
      setStep({
        kind: "preview",
        chosen,
        rows,
        dates,
        reading: first && "reading" in first ? first.reading : undefined,
      });
    } catch (error) {
      if (stop.signal.aborted) return setStep({ kind: "choose" });
      if (!(error instanceof ApiError)) throw error;
      setStep({
        kind: "choose",
        problem: `„${file.name}“ konnte nicht gelesen werden: ${error.message}`,
      });
    }
  };

  if (step.kind === "done")
    return <ImportResult outcome={step.outcome} onAgain={() => setStep({ kind: "choose" })} />;
  if (step.kind === "preview") {
    return (
      <Preview
        chosen={step.chosen}
        initialRows={step.rows}
        initialDates={step.dates}
        reading={step.reading}
        calendars={calendars.data ?? []}
        calendarId={calendar}
        onDone={(outcome) => setStep({ kind: "done", outcome })}
        onCancel={() => setStep({ kind: "choose" })}
      />
    );
  }
  return (
    <>
      <PageHeader
        title="Termine importieren"
        sentence="Aus einer Kalenderdatei, einer Tabelle oder einem Programm als PDF oder Foto. Sie sehen alles, bevor etwas gespeichert wird."
      />
      {step.kind === "reading" ? (
        <Reading chosen={step.chosen} onCancel={() => running.current?.abort()} />
      ) : mayTakeOver ? (
        <>
          {step.problem !== undefined && (
            <Alert color="red" variant="light" role="alert" mb="md" maw="48rem">
              {step.problem}
            </Alert>
          )}
          <FileDrop label="Datei mit Terminen" accept={ACCEPTED} onFile={(file) => void read(file)}>
            <p>
              Kalenderdatei (ICS) aus Google, Outlook oder Apple · Tabelle (CSV, Excel) mit Spalten
              wie Titel, Datum, Uhrzeit, Ort
            </p>
            <p>Programm als PDF oder Foto (JPEG, PNG, HEIC)</p>
          </FileDrop>
          <WhereItGoes />
        </>
      ) : (
        <Alert color="gray" variant="light" maw="48rem">
          Termine einlesen kann nur, wer in einem Kalender schreiben darf. Bitte wenden Sie sich an
          jemanden, der die Kalender verwaltet.
        </Alert>
      )}
    </>
  );
}

/** Says honestly whether a programme leaves the server to be read. */
function WhereItGoes() {
  const reading = useQuery(programmeReadingQuery);
  if (!reading.data) return null;
  const { service, dailyLimit } = reading.data;
  return (
    <Text size="sm" c="dimmed" mt="md" maw="48rem">
      {service === null
        ? "Programme als PDF oder Foto werden auf dem Server Ihres Vereins gelesen. Nichts davon geht an einen fremden Dienst."
        : `Programme als PDF oder Foto werden auf dem Server Ihres Vereins gelesen und dazu an den Dienst ${service} gesendet, höchstens ${dailyLimit} am Tag: die Bilder der Seiten und der gelesene Text, nichts aus dem Kalender. Kalenderdateien und Tabellen bleiben auf dem Server Ihres Vereins.`}
    </Text>
  );
}

function Reading({ chosen, onCancel }: { chosen: ChosenFile; onCancel: () => void }) {
  const seconds = useSeconds();
  return (
    <div className={classes.reading} role="status">
      <Loader size="sm" aria-hidden />
      <div>
        <Text fw={560}>„{chosen.file.name}“ wird gelesen.</Text>
        <Text size="sm" c="dimmed">
          {chosen.kind === "PROGRAMME"
            ? "Ein Foto oder eine eingescannte Seite braucht einige Sekunden, höchstens drei Minuten. Werden gerade andere gelesen, kommt es danach an die Reihe."
            : "Das dauert meist nur einen Augenblick."}
          {seconds >= 3 && ` Seit ${seconds} Sekunden.`}
        </Text>
      </div>
      <Button variant="default" onClick={onCancel}>
        Abbrechen
      </Button>
    </div>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return seconds;
}
