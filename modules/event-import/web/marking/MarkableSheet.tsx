import { useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from "react";
import { areaBetween, cutOut, isWorthReading, type Area, type Point } from "./cut-out.ts";
import classes from "../import.module.css";

interface MarkableSheetProps {
  /** Dragging marks instead of scrolling. */
  isMarking: boolean;
  /** The last box is being read: it stays, and no other is begun. */
  isReading: boolean;
  onMarked: (part: File | null) => void;
  /** What lies over the picture while no box is drawn. */
  marks: ReactNode;
  /** An image or a canvas. */
  children: ReactNode;
}

/** A picture on which a box is drawn around an entry, by mouse, pen or finger. */
export function MarkableSheet({
  isMarking,
  isReading,
  onMarked,
  marks,
  children,
}: MarkableSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<Point>();
  const [area, setArea] = useState<Area>();
  const isDrawn = from !== undefined;

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    // A second finger does not draw a second box.
    if (isReading || event.button !== 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(pointOf(event));
    setArea(undefined);
  };
  const stretch = (event: PointerEvent<HTMLDivElement>) => {
    if (from !== undefined && event.isPrimary) setArea(areaBetween(from, pointOf(event)));
  };
  const finish = (event: PointerEvent<HTMLDivElement>) => {
    if (from === undefined || !event.isPrimary) return;
    const drawn = areaBetween(from, pointOf(event));
    setFrom(undefined);
    const picture = sheet.current?.querySelector<HTMLImageElement | HTMLCanvasElement>(
      "img, canvas:not([hidden])",
    );
    if (!picture || !isWorthReading(drawn)) return setArea(undefined);
    setArea(drawn);
    void cutOut(picture, drawn).then(onMarked);
  };
  const forget = () => {
    setFrom(undefined);
    setArea(undefined);
  };

  return (
    <div ref={sheet} className={classes.sheet}>
      {children}
      {!isMarking && marks}
      {isMarking && (
        <div
          className={classes.glass}
          onPointerDown={begin}
          onPointerMove={stretch}
          onPointerUp={finish}
          onPointerCancel={forget}
        >
          {area && (isDrawn || isReading) && <div className={classes.mark} style={styleOf(area)} />}
        </div>
      )}
    </div>
  );
}

function pointOf(event: PointerEvent<HTMLDivElement>): Point {
  const box = event.currentTarget.getBoundingClientRect();
  return {
    x: within((event.clientX - box.left) / box.width),
    y: within((event.clientY - box.top) / box.height),
  };
}

const within = (share: number) => Math.min(1, Math.max(0, share));

function styleOf({ left, top, width, height }: Area): CSSProperties {
  return {
    left: `${left * 100}%`,
    top: `${top * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  };
}
