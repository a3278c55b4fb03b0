import type { PDFDocumentLoadingTask, PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { drawPage, openLocalPdf } from "#platform/web/pdf.ts";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import classes from "./view.module.css";

/** Sharp enough on a screen with double resolution. */
const DRAWN_WIDTH = 1600;

/**
 * All pages of a PDF below each other; each is drawn when it comes near. `fallback`: what stands
 * there when it can't be opened.
 */
export function PdfPages({ file, fallback }: { file: Blob; fallback: ReactNode }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let task: PDFDocumentLoadingTask | undefined;
    let left = false;
    const open = async () => {
      task = await openLocalPdf(file);
      const opened = await task.promise;
      if (!left) setPdf(opened);
    };
    open().catch(() => !left && setFailed(true));
    return () => {
      left = true;
      void task?.destroy();
    };
  }, [file]);
  if (failed) return fallback;
  if (!pdf) return <RecordSkeleton />;
  return Array.from({ length: pdf.numPages }, (_, index) => (
    <Page key={index} pdf={pdf} number={index + 1} />
  ));
}

function Page({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const place = canvas.current;
    if (!place) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        drawPage(pdf, number, place, DRAWN_WIDTH).catch((error: unknown) =>
          console.warn("A page of the PDF could not be drawn.", error),
        );
      },
      { rootMargin: "800px" },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [pdf, number]);
  return (
    <canvas
      ref={canvas}
      className={classes.page}
      role="img"
      aria-label={`Seite ${number} von ${pdf.numPages}`}
    />
  );
}
