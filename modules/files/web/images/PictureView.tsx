import { lazy, Suspense } from "react";
import type { Entry } from "../../contract.ts";

export interface PictureViewProps {
  shareId: string;
  pictures: readonly Entry[];
  /** Path of the picture shown; empty: closed. */
  current: string;
  onMove: (path: string) => void;
  onClose: () => void;
}

const FullScreen = lazy(() => import("./FullScreenPictures.tsx"));

/** One picture in full, with keys and swipe to the next; loaded when the first one is opened. */
export function PictureView(props: PictureViewProps) {
  const index =
    props.current === "" ? -1 : props.pictures.findIndex((entry) => entry.path === props.current);
  if (index < 0) return null;
  return (
    <Suspense fallback={null}>
      <FullScreen {...props} index={index} />
    </Suspense>
  );
}
