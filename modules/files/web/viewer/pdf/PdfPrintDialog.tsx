import { Button, Group, Modal, NumberInput, Progress, Text } from "@mantine/core";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { formatNumber } from "#platform/web/format/format.ts";
import { printPdf } from "./print-pdf.ts";

interface PdfPrintDialogProps {
  pdf: PDFDocumentProxy;
  current: number;
  opened: boolean;
  onClose: () => void;
}

/** Which pages go to paper; then how far they are, then the browser's own dialog. */
export function PdfPrintDialog({ pdf, opened, onClose, current }: PdfPrintDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Drucken">
      {opened && <PrintForm pdf={pdf} current={current} onClose={onClose} />}
    </Modal>
  );
}

function PrintForm({ pdf, current, onClose }: Omit<PdfPrintDialogProps, "opened">) {
  const pages = pdf.numPages;
  const [from, setFrom] = useState(1);
  const [to, setTo] = useState(pages);
  const [done, setDone] = useState<number>();
  const [failed, setFailed] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const count = to - from + 1;
  const print = async () => {
    const { signal } = stop.current;
    setFailed(false);
    setDone(0);
    try {
      await printPdf(pdf, from, to, setDone, signal);
      onClose();
    } catch (error) {
      if (signal.aborted) return;
      console.warn("The PDF could not be printed.", error);
      setFailed(true);
      setDone(undefined);
    }
  };
  const clamp = (value: number | string, fallback: number) =>
    typeof value === "number" ? Math.min(Math.max(value, 1), pages) : fallback;
  return (
    <>
      <Group align="flex-end" gap="sm" mb="md">
        <NumberInput
          label="Von Seite"
          w="7rem"
          min={1}
          max={pages}
          allowDecimal={false}
          value={from}
          onChange={(value) => setFrom(clamp(value, 1))}
        />
        <NumberInput
          label="Bis Seite"
          w="7rem"
          min={1}
          max={pages}
          allowDecimal={false}
          value={to}
          onChange={(value) => setTo(clamp(value, pages))}
        />
        {pages > 1 && (
          <Button
            variant="subtle"
            onClick={() => {
              setFrom(current);
              setTo(current);
            }}
          >
            Nur Seite {formatNumber(current)}
          </Button>
        )}
      </Group>
      {done !== undefined && (
        <>
          <Text size="sm" role="status">
            Seite {formatNumber(done)} von {formatNumber(count)} ist vorbereitet
          </Text>
          <Progress
            value={(done / Math.max(1, count)) * 100}
            my="xs"
            aria-label="Druckvorbereitung"
          />
        </>
      )}
      {failed && (
        <Text c="red" size="sm" role="alert">
          Diese Seiten ließen sich nicht zum Drucken vorbereiten.
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          Abbrechen
        </Button>
        <Button
          onClick={() => void print()}
          loading={done !== undefined}
          disabled={count < 1}
          data-autofocus
        >
          Drucken
        </Button>
      </Group>
    </>
  );
}
