import { useState } from "react";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import type { Entry } from "../../contract.ts";
import { useThumbnail } from "../folder/entries/thumbnail.ts";
import { useTicket } from "./ticket.ts";
import classes from "./viewer.module.css";
import { ViewerFrame } from "./ViewerFrame.tsx";

interface ImageViewProps {
  shareId: string;
  entry: Entry;
}

/** A picture; what browsers can't show themselves (HEIC) as the server's large preview. */
export function ImageView({ shareId, entry }: ImageViewProps) {
  const shownByBrowsers =
    entry.contentType !== "image/heic" &&
    entry.contentType !== "image/heif" &&
    entry.contentType !== "image/tiff";
  return (
    <ViewerFrame shareId={shareId} entry={entry}>
      <div className={classes.stage}>
        {shownByBrowsers ? (
          <Original shareId={shareId} entry={entry} />
        ) : (
          <Preview shareId={shareId} entry={entry} />
        )}
      </div>
    </ViewerFrame>
  );
}

function Original({ shareId, entry }: ImageViewProps) {
  const { url, error, renew } = useTicket(shareId, entry);
  const [broken, setBroken] = useState(false);
  if (error) return <LoadError error={error} onRetry={() => void renew()} />;
  if (broken) return <Unshowable />;
  return url === undefined ? null : (
    <img src={url} alt={entry.name} className={classes.media} onError={() => setBroken(true)} />
  );
}

function Preview({ shareId, entry }: ImageViewProps) {
  const url = useThumbnail(shareId, entry, "2048");
  if (!entry.hasThumbnail)
    return (
      <EmptyState>
        Die Vorschau wird noch vorbereitet. Das Original können Sie schon herunterladen.
      </EmptyState>
    );
  return url === undefined ? null : <img src={url} alt={entry.name} className={classes.media} />;
}

function Unshowable() {
  return (
    <EmptyState>
      Dieses Bild lässt sich nicht darstellen. Vielleicht ist die Datei beschädigt; herunterladen
      können Sie sie trotzdem.
    </EmptyState>
  );
}
