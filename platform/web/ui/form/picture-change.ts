import { useState } from "react";
import { ApiError } from "../../api/api-error.ts";

const MOST_BYTES = 10 * 1024 * 1024;

/** A change of a picture: whether it runs, and what went wrong, to be said beside the button. */
export interface PictureChange {
  working: boolean;
  problem: string | undefined;
  /** Hands a file on that is small enough; says so where it is not. */
  accept: (file: File | null, take: (file: File) => void) => void;
  attempt: (work: () => Promise<void>) => Promise<void>;
}

/** Returns the state of changing one picture; `refresh` follows each change that was made. */
export function usePictureChange(refresh: () => Promise<unknown>): PictureChange {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const accept: PictureChange["accept"] = (file, take) => {
    if (file === null) return;
    setProblem(undefined);
    if (file.size <= MOST_BYTES) take(file);
    else setProblem("Das Bild ist größer als 10 MB. Bitte wählen Sie ein kleineres.");
  };
  const attempt = async (work: () => Promise<void>) => {
    setWorking(true);
    setProblem(undefined);
    try {
      await work();
      await refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setWorking(false);
    }
  };
  return { working, problem, accept, attempt };
}

/**
 * Returns a picture in another format: the server keeps WebP but takes what cameras and drawing
 * programs make.
 */
export async function pictureAs(
  image: Blob,
  type: "image/jpeg" | "image/png",
  quality = 0.95,
): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
  return canvas.convertToBlob({ type, quality });
}
