import { useEffect, useState } from "react";

/** The loader's states, numbered as in the specification. */
export const ImageState = { PENDING: 0, ACTIVE: 1, FINISHED: 2, FAILED: 3 } as const;
export type ImageState = (typeof ImageState)[keyof typeof ImageState];

/** Specification: a picture that does not come within 30 seconds has failed. */
export const IMAGE_TIMEOUT = 30_000;

export interface ProfileImage {
  state: ImageState;
  /** Data URL when FINISHED, the fallback picture when FAILED. */
  url: string | undefined;
}

export const FALLBACK_IMAGE = "/fallback-picture.svg";

/** Loads one picture to its end: FINISHED with a data URL or FAILED with the fallback. */
export async function loadProfileImage(
  load: (signal: AbortSignal, timeout: number) => Promise<Blob>,
  signal: AbortSignal,
): Promise<ProfileImage> {
  try {
    return { state: ImageState.FINISHED, url: await dataUrl(await load(signal, IMAGE_TIMEOUT)) };
  } catch {
    return { state: ImageState.FAILED, url: FALLBACK_IMAGE };
  }
}

/**
 * Follows a picture from ACTIVE to FINISHED or FAILED and starts again when the source changes.
 * `source` identifies the picture; without one there is nothing to load yet (PENDING).
 */
export function useProfileImage(
  source: string | undefined,
  load: (signal: AbortSignal, timeout: number) => Promise<Blob>,
): ProfileImage {
  const [loaded, setLoaded] = useState<ProfileImage & { source: string }>();
  useEffect(() => {
    if (source === undefined) return;
    const stop = new AbortController();
    void loadProfileImage(load, stop.signal).then((image) => {
      if (!stop.signal.aborted) setLoaded({ ...image, source });
    });
    return () => stop.abort();
    // The source says which picture it is; `load` is a new function at each rendering.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source]);
  if (source === undefined) return { state: ImageState.PENDING, url: undefined };
  return loaded?.source === source ? loaded : { state: ImageState.ACTIVE, url: undefined };
}

async function dataUrl(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `data:${blob.type || "image/webp"};base64,${btoa(binary)}`;
}
