import "yet-another-react-lightbox/styles.css";
import { Download, Trash2 } from "lucide-react";
import { useMemo } from "react";
import Lightbox, { type GenericSlide, IconButton, type Slide } from "yet-another-react-lightbox";
import Zoom from "yet-another-react-lightbox/plugins/zoom";
import { formatDateTime } from "#platform/web/format/format.ts";
import type { Entry } from "../../contract.ts";
import { downloadEntry } from "../folder/download.ts";
import { deleteEntries } from "../folder/entries/entry-actions.ts";
import { useThumbnail } from "../folder/entries/thumbnail.ts";
import classes from "./images.module.css";
import type { PictureViewProps } from "./PictureView.tsx";

interface PictureSlide extends GenericSlide {
  type: "picture";
  shareId: string;
  entry: Entry;
}

declare module "yet-another-react-lightbox" {
  interface SlideTypes {
    picture: PictureSlide;
  }
  interface Labels {
    "Original herunterladen"?: string;
    "Bild entfernen"?: string;
  }
}

const LABELS = {
  Previous: "Voriges Bild",
  Next: "Nächstes Bild",
  Close: "Schließen",
  Lightbox: "Bild im Ganzen",
  Slide: "Bild",
  Carousel: "Bilder",
  "Photo gallery": "Bilder",
  "{index} of {total}": "{index} von {total}",
  "Zoom in": "Vergrößern",
  "Zoom out": "Verkleinern",
};

/** Neighbours that are loaded before they are asked for. */
const PRELOAD = 2;
const ZOOM = { supports: ["picture"] as const, maxZoom: 4 };

/**
 * Pictures in full: arrows, swipe, zoom, Escape; download of the original; taking a picture down.
 */
export default function FullScreenPictures({
  shareId,
  pictures,
  index,
  onMove,
  onClose,
}: PictureViewProps & { index: number }) {
  const slides = useMemo(
    () => pictures.map((entry): PictureSlide => ({ type: "picture", shareId, entry })),
    [pictures, shareId],
  );
  const current = pictures[index];
  const takeDown = async (entry: Entry) => {
    const next = pictures[index + 1] ?? pictures[index - 1];
    if (next) onMove(next.path);
    else onClose();
    await deleteEntries(shareId, [entry]);
  };
  return (
    <Lightbox
      open
      index={index}
      slides={slides}
      close={onClose}
      plugins={[Zoom]}
      zoom={ZOOM}
      carousel={{ preload: PRELOAD, finite: true }}
      labels={LABELS}
      on={{
        view: ({ index: seen }) =>
          pictures[seen] && pictures[seen].path !== current?.path && onMove(pictures[seen].path),
      }}
      render={{
        slide: ({ slide }) => (isPicture(slide) ? <Picture slide={slide} /> : undefined),
        slideFooter: ({ slide }) =>
          isPicture(slide) ? <Caption entry={slide.entry} /> : undefined,
      }}
      toolbar={{
        buttons: [
          current && (
            <IconButton
              key="download"
              label="Original herunterladen"
              icon={Download}
              onClick={() => void downloadEntry(shareId, current)}
            />
          ),
          current?.can.includes("DELETE") && (
            <IconButton
              key="delete"
              label="Bild entfernen"
              icon={Trash2}
              onClick={() => void takeDown(current)}
            />
          ),
          "zoom",
          "close",
        ],
      }}
    />
  );
}

function isPicture(slide: Slide): slide is PictureSlide {
  return slide.type === "picture";
}

/** The small picture stands in until the large one is here. */
function Picture({ slide: { shareId, entry } }: { slide: PictureSlide }) {
  const small = useThumbnail(shareId, entry, "256");
  const large = useThumbnail(shareId, entry, "2048");
  const shown = large ?? small;
  if (shown === undefined)
    return (
      <p className={classes.noPicture}>
        {entry.hasThumbnail
          ? "Das Bild wird geladen …"
          : "Von diesem Bild gibt es keine Vorschau. Sie können das Original herunterladen."}
      </p>
    );
  return <img className={classes.picture} src={shown} alt={entry.name} draggable={false} />;
}

function Caption({ entry }: { entry: Entry }) {
  return (
    <p className={classes.caption}>
      {entry.name}
      <span>
        {[
          entry.takenAt !== null && `aufgenommen ${formatDateTime(entry.takenAt)}`,
          entry.modifiedBy && `von ${entry.modifiedBy.name}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </p>
  );
}
