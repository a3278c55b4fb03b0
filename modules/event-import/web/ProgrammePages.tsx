import { ActionIcon, Alert, Button, Skeleton } from "@mantine/core";
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { programmeContract } from "../contract.ts";
import classes from "./import.module.css";
import type { ChosenFile } from "./read-file.ts";

const PdfPage = lazy(() => import("./PdfPage.tsx"));

interface ProgrammePagesProps {
  chosen: ChosenFile;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
}

/**
 * The programme itself beside what was read of it. The file stays in the browser; only HEIC comes
 * back from the server.
 */
export function ProgrammePages({ chosen, page, onPage }: ProgrammePagesProps) {
  const [zoomed, setZoomed] = useState(false);
  const [pages, setPages] = useState(1);
  const isPdf = chosen.type === "application/pdf";
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
      {/* A region that scrolls has to be reachable by keyboard. */}
      <div
        className={classes.paper}
        data-zoomed={zoomed || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Bild der Seite"
      >
        {isPdf ? (
          <Suspense fallback={<Skeleton height={480} />}>
            <PdfPage file={chosen.file} page={page} onPages={setPages} />
          </Suspense>
        ) : (
          <Picture chosen={chosen} />
        )}
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
