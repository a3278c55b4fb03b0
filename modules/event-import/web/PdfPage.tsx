import { Alert, Skeleton } from "@mantine/core";
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { drawPage, openLocalPdf } from "#platform/web/pdf.ts";

interface PdfPageProps {
  file: Blob;
  /** From 1. */
  page: number;
  onPages: (count: number) => void;
}

/** Sharp enough to read when shown twice as large. */
const DRAWN_WIDTH = 1600;

/** One page of a PDF as a picture. */
export default function PdfPage({ file, page, onPages }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [opened, setOpened] = useState<PDFDocumentProxy>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let task: PDFDocumentLoadingTask | undefined;
    let left = false;
    const open = async () => {
      task = await openLocalPdf(file);
      const pdf = await task.promise;
      if (left) return;
      onPages(pdf.numPages);
      setOpened(pdf);
    };
    open().catch(() => !left && setFailed(true));
    return () => {
      left = true;
      void task?.destroy();
    };
  }, [file, onPages]);

  useEffect(() => {
    if (!opened || !canvas.current) return;
    let left = false;
    const number = Math.min(Math.max(1, page), opened.numPages);
    // Drawn aside first: two pages at once on one canvas would mix.
    const aside = document.createElement("canvas");
    drawPage(opened, number, aside, DRAWN_WIDTH).then(
      () => {
        if (left || !canvas.current) return;
        canvas.current.width = aside.width;
        canvas.current.height = aside.height;
        canvas.current.getContext("2d")?.drawImage(aside, 0, 0);
      },
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [opened, page]);

  if (failed)
    return (
      <Alert color="gray">
        Die Seite lässt sich nicht zeigen. Die gelesenen Termine stehen trotzdem in der Liste.
      </Alert>
    );
  return (
    <>
      {!opened && <Skeleton height={480} />}
      <canvas ref={canvas} role="img" aria-label={`Seite ${page} des Programms`} hidden={!opened} />
    </>
  );
}
