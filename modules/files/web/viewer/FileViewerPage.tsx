import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { z } from "zod";
import { ApiError } from "#platform/web/api/api.ts";
import { inAddress, RouterLink, usePathParams, useSearchState } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import type { Entry } from "../../contract.ts";
import { folderAddress, nameOf, parentOf } from "../../addresses.ts";
import { downloadEntry } from "../folder/download.ts";
import { viewerKind } from "../../viewable.ts";
import { FileIcon } from "../icons/FileIcon.tsx";
import { entryQuery } from "../queries.ts";
import { ImageView } from "./ImageView.tsx";
import { MediaView } from "./MediaView.tsx";
import { TextView } from "./TextView.tsx";
import classes from "./viewer.module.css";
import { ViewerFrame } from "./ViewerFrame.tsx";

/** The PDF viewer is heavy and loads only for PDFs. */
const PdfViewer = lazy(() => import("./pdf/PdfViewer.tsx"));

const state = z.object({ path: inAddress.text(), page: inAddress.number(1) });

/** The viewer window: shows one file of a share. */
export default function FileViewerPage() {
  const { shareId } = usePathParams("shareId");
  const [{ path, page }] = useSearchState(state);
  const entry = useQuery({ ...entryQuery(shareId, path), enabled: path !== "" });
  usePageTitle(path === "" ? undefined : nameOf(path));
  const isMissing =
    path === "" ||
    (entry.error instanceof ApiError && (entry.error.status === 404 || entry.error.status === 400));
  if (isMissing && !entry.data) {
    return (
      <Aside title="Datei nicht gefunden">
        <EmptyState
          icon={<FileIcon subtype="other" size={40} />}
          action={
            <Button component={RouterLink} to={folderAddress(shareId, parentOf(path))}>
              Zum Ordner
            </Button>
          }
        >
          Diese Datei gibt es nicht mehr. Vielleicht wurde sie umbenannt, verschoben oder gelöscht.
        </EmptyState>
      </Aside>
    );
  }
  if (entry.error && !entry.data) {
    return (
      <Aside title={nameOf(path)}>
        <LoadError error={entry.error} onRetry={() => void entry.refetch()} />
      </Aside>
    );
  }
  if (!entry.data) {
    return (
      <Aside title={nameOf(path)}>
        <RecordSkeleton />
      </Aside>
    );
  }
  // A replaced file starts anew; the same one goes on where the reader is.
  return (
    <Viewer
      key={`${entry.data.id} ${entry.data.version}`}
      shareId={shareId}
      entry={entry.data}
      page={page}
    />
  );
}

function Viewer({ shareId, entry, page }: { shareId: string; entry: Entry; page: number }) {
  switch (viewerKind(entry)) {
    case "pdf":
      return (
        <Suspense fallback={<Waiting shareId={shareId} entry={entry} />}>
          <PdfViewer shareId={shareId} entry={entry} startPage={page} />
        </Suspense>
      );
    case "image":
      return <ImageView shareId={shareId} entry={entry} />;
    case "audio":
    case "video":
      return <MediaView shareId={shareId} entry={entry} />;
    case "text":
      return <TextView shareId={shareId} entry={entry} />;
    default:
      return (
        <ViewerFrame shareId={shareId} entry={entry}>
          <div className={classes.stage}>
            <EmptyState
              icon={<FileIcon subtype={entry.subtype} size={56} />}
              action={
                <Button onClick={() => void downloadEntry(shareId, entry)}>Herunterladen</Button>
              }
            >
              {entry.type === "FOLDER"
                ? "Das ist ein Ordner."
                : "Für diese Art von Datei gibt es keine Vorschau. Laden Sie sie herunter, um sie zu öffnen."}
            </EmptyState>
          </div>
        </ViewerFrame>
      );
  }
}

function Waiting({ shareId, entry }: { shareId: string; entry: Entry }) {
  return (
    <ViewerFrame shareId={shareId} entry={entry}>
      <div className={classes.stage}>
        <RecordSkeleton />
      </div>
    </ViewerFrame>
  );
}

function Aside({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.window}>
      <header className={classes.bar}>
        <h1 className={classes.title}>{title}</h1>
      </header>
      <div className={classes.stage}>{children}</div>
    </main>
  );
}
