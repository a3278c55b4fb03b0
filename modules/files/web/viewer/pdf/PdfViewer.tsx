import { Button, PasswordInput } from "@mantine/core";
import { PasswordResponses, type PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { Form } from "#platform/web/ui/form/Form.tsx";
import type { Entry } from "../../../contract.ts";
import { ViewerFrame } from "../ViewerFrame.tsx";
import frame from "../viewer.module.css";
import { openPdf } from "./open-pdf.ts";
import { pageSizes, type PageSize } from "./page-sizes.ts";
import { PdfDocument } from "./PdfDocument.tsx";

interface PdfViewerProps {
  shareId: string;
  entry: Entry;
  startPage: number;
}

type State =
  | { kind: "opening" }
  | { kind: "locked"; wrong: boolean; unlock: (password: string) => void }
  | { kind: "open"; pdf: PDFDocumentProxy; sizes: PageSize[] }
  | { kind: "failed" };

/** Opens a PDF and asks for its password where it has one. */
export default function PdfViewer({ shareId, entry, startPage }: PdfViewerProps) {
  const [state, setState] = useState<State>({ kind: "opening" });
  /** Asks for the parts that are missing; null: none is. */
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const { path, size, version } = entry;
  useEffect(() => {
    let gone = false;
    const onMissing = () =>
      setRetry(() => () => {
        setRetry(null);
        opened.retry();
      });
    const opened = openPdf(shareId, { path, size, version }, onMissing);
    const { task } = opened;
    task.onPassword = (unlock: (password: string) => void, reason: number) =>
      setState({ kind: "locked", wrong: reason === PasswordResponses.INCORRECT_PASSWORD, unlock });
    const open = async () => {
      const pdf = await task.promise;
      const sizes = await pageSizes(pdf);
      if (!gone) setState({ kind: "open", pdf, sizes });
    };
    open().catch((error: unknown) => {
      if (gone) return;
      console.warn("The PDF could not be opened.", error);
      setState({ kind: "failed" });
    });
    return () => {
      gone = true;
      void task.destroy();
    };
  }, [shareId, path, size, version]);

  // A line that is back brings what is missing without being asked.
  useEffect(() => {
    if (retry === null) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);

  const missing = retry && <MissingParts onRetry={retry} />;
  if (state.kind === "open")
    return (
      <PdfDocument
        notice={missing}
        shareId={shareId}
        entry={entry}
        pdf={state.pdf}
        firstSizes={state.sizes}
        startPage={startPage}
      />
    );
  return (
    <ViewerFrame shareId={shareId} entry={entry}>
      <div className={frame.stage}>
        {state.kind === "opening" ? (
          (missing ?? <RecordSkeleton />)
        ) : state.kind === "failed" ? (
          <EmptyState>
            Dieses PDF lässt sich nicht öffnen. Vielleicht ist die Datei beschädigt; herunterladen
            können Sie sie trotzdem.
          </EmptyState>
        ) : (
          <Unlock wrong={state.wrong} unlock={state.unlock} />
        )}
      </div>
    </ViewerFrame>
  );
}

function MissingParts({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        action={
          <Button variant="default" onClick={onRetry}>
            Erneut versuchen
          </Button>
        }
      >
        Ein Teil dieses PDFs ließ sich nicht laden. Vielleicht ist die Verbindung unterbrochen.
      </EmptyState>
    </div>
  );
}

function Unlock({ wrong, unlock }: { wrong: boolean; unlock: (password: string) => void }) {
  const [password, setPassword] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Form onSubmit={() => unlock(password)}>
      <PasswordInput
        ref={input}
        label="Dieses PDF ist mit einem Passwort geschützt"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={wrong ? "Das Passwort passt nicht." : undefined}
        autoComplete="off"
        mb="md"
        w="min(24rem, 85vw)"
      />
      <Button type="submit">Öffnen</Button>
    </Form>
  );
}
