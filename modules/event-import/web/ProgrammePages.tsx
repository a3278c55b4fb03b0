import { ActionIcon, Alert, Button, Skeleton, Text } from "@mantine/core";
import { ChevronLeft, ChevronRight, SquareDashedMousePointer, ZoomIn, ZoomOut } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { programmeContract } from "../contract.ts";
import { plural } from "#platform/web/format/format.ts";
import type { LeftOverDate } from "./drafts/left-over-date.ts";
import classes from "./import.module.css";
import { LeftOverDates } from "./marking/LeftOverDates.tsx";
import { MarkableSheet } from "./marking/MarkableSheet.tsx";
import type { ChosenFile } from "./read-file.ts";

const PdfPage = lazy(() => import("./PdfPage.tsx"));

interface ProgrammePagesProps {
  chosen: ChosenFile;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  /** Dates that no event was found for, on whichever page. */
  dates: readonly LeftOverDate[];
  /** One of them becomes an event. */
  onTake: (date: LeftOverDate) => void;
  /** A box was drawn on this page; null: the browser could not cut it out. */
  onMarked: (part: File | null, page: number) => void;
  /** The marked part is being read. */
  isReading: boolean;
  /** What came of the last box. */
  said: string | undefined;
}

/**
 * The programme itself beside what was read of it. The file stays in the browser; only HEIC comes
 * back from the server.
 */
export function ProgrammePages({
  chosen,
  page,
  onPage,
  dates,
  onTake,
  onMarked,
  isReading,
  said,
}: ProgrammePagesProps) {
  const [isMarking, setIsMarking] = useState(false);
  const [zoomed, setZoomed] = useState(false);
  const [pages, setPages] = useState(1);
  const isPdf = chosen.type === "application/pdf";
  const own = dates.filter(({ draft }) => !isPdf || (draft.page ?? 1) === page);
  return (
    <section className={classes.pages} aria-label="Programm">
      <div className={classes.pagesHead}>
        <span>{isPdf && pages > 1 ? `Seite ${page} von ${pages}` : chosen.file.name}</span>
        <span className={classes.pagesButtons}>
          {isPdf && pages > 1 && (
            <>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label="Vorige Seite"
                disabled={page <= 1}
                onClick={() => onPage(page - 1)}
              >
                <ChevronLeft size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                size="lg"
                aria-label="Nächste Seite"
                disabled={page >= pages}
                onClick={() => onPage(page + 1)}
              >
                <ChevronRight size={18} aria-hidden />
              </ActionIcon>
            </>
          )}
          <Button
            variant={isMarking ? "light" : "default"}
            size="xs"
            leftSection={<SquareDashedMousePointer size={15} aria-hidden />}
            aria-pressed={isMarking}
            onClick={() => setIsMarking(!isMarking)}
          >
            Eintrag markieren
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={
              zoomed ? <ZoomOut size={15} aria-hidden /> : <ZoomIn size={15} aria-hidden />
            }
            onClick={() => setZoomed(!zoomed)}
          >
            {zoomed ? "Kleiner" : "Größer"}
          </Button>
        </span>
      </div>
      <Text size="sm" role="status" className={classes.said ?? ""}>
        {isReading
          ? "Der Rahmen wird gelesen. Das dauert einige Sekunden."
          : (said ??
            (isMarking
              ? "Ziehen Sie auf dem Bild einen Rahmen um einen Termin, oder wählen Sie „Termin hinzufügen“."
              : own.length > 0
                ? `${plural(own.length, "Datum ist", "Daten sind")} ohne Termin geblieben und auf dem Bild umrandet. Ein Klick macht daraus einen Termin.`
                : ""))}
      </Text>
      {/* A region that scrolls has to be reachable by keyboard. */}
      <div
        className={classes.paper}
        data-zoomed={zoomed || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Bild der Seite"
      >
        <MarkableSheet
          isMarking={isMarking}
          isReading={isReading}
          onMarked={(part) => onMarked(part, page)}
          marks={<LeftOverDates dates={own} onTake={onTake} />}
        >
          {isPdf ? (
            <Suspense fallback={<Skeleton height={480} />}>
              <PdfPage file={chosen.file} page={page} onPages={setPages} />
            </Suspense>
          ) : (
            <Picture chosen={chosen} />
          )}
        </MarkableSheet>
      </div>
    </section>
  );
}

function Picture({ chosen }: { chosen: ChosenFile }) {
  const [address, setAddress] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    const show = (picture: Blob) => {
      if (stop.signal.aborted) return;
      url = URL.createObjectURL(picture);
      setAddress(url);
    };
    // Browsers show JPEG and PNG by themselves, HEIC only on some machines.
    if (chosen.type === "image/heic") {
      const settings = {
        body: chosen.file,
        headers: { "content-type": chosen.type },
        signal: stop.signal,
        silent: true,
      };
      call(programmeContract.showProgrammePicture, settings).then(
        show,
        () => !stop.signal.aborted && setFailed(true),
      );
    } else show(chosen.file);
    return () => {
      stop.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [chosen]);
  if (failed)
    return (
      <Alert color="gray">
        Das Bild lässt sich nicht zeigen. Die gelesenen Termine stehen trotzdem in der Liste.
      </Alert>
    );
  return address === undefined ? (
    <Skeleton height={480} />
  ) : (
    <img
      src={address}
      alt="Das Programm, aus dem die Termine gelesen wurden"
      onError={() => setFailed(true)}
    />
  );
}
