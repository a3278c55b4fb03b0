/** A place on a picture: shares of its width and height, 0 to 1. */
export interface Point {
  x: number;
  y: number;
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Smaller ones are a click or a slip. */
const SMALLEST_SHARE = 0.01;
/** Letters stay readable, and a photo of a whole wall stays far below what may be sent. */
const LONGEST_SIDE = 2400;

export function areaBetween(a: Point, b: Point): Area {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}

export function isWorthReading({ width, height }: Area): boolean {
  return width >= SMALLEST_SHARE && height >= SMALLEST_SHARE;
}

/** Returns the area of the picture by itself as JPEG; null where the browser can't. */
export async function cutOut(
  picture: HTMLImageElement | HTMLCanvasElement,
  area: Area,
): Promise<File | null> {
  const whole =
    picture instanceof HTMLImageElement
      ? { width: picture.naturalWidth, height: picture.naturalHeight }
      : picture;
  const width = Math.max(1, Math.round(area.width * whole.width));
  const height = Math.max(1, Math.round(area.height * whole.height));
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const drawing = canvas.getContext("2d");
  if (drawing === null) return null;
  // JPEG knows no transparency: it would be black.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(
    picture,
    area.left * whole.width,
    area.top * whole.height,
    width,
    height,
    0,
    0,
    canvas.width,
    canvas.height,
  );
  const bytes = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", 0.92);
  });
  return bytes && new File([bytes], "ausschnitt.jpg", { type: "image/jpeg" });
}
