import type { Entry } from "./contract.ts";

/** Largest text that is shown in the viewer window, in bytes. */
export const MOST_TEXT = 2_000_000;

const SHOWN_AS_TEXT = new Set(["text", "html", "css", "javascript", "json"]);

export type ViewerKind = "pdf" | "image" | "audio" | "video" | "text";

/** How the viewer window shows a file; undefined where it can only be downloaded. */
export function viewerKind(entry: Pick<Entry, "subtype" | "size">): ViewerKind | undefined {
  const { subtype } = entry;
  if (subtype === "pdf" || subtype === "image" || subtype === "audio" || subtype === "video")
    return subtype;
  return subtype !== undefined && SHOWN_AS_TEXT.has(subtype) && (entry.size ?? 0) <= MOST_TEXT
    ? "text"
    : undefined;
}
