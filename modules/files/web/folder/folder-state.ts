import { z } from "zod";
import { inAddress } from "#platform/web/navigation.tsx";

/** The state of a folder's page in its address. */
export const folderState = z.object({
  /** Searches names in the whole share. */
  q: inAddress.text(),
  /** Extensions to show. */
  ex: inAddress.list(),
  sort: inAddress.oneOf(["name", "lastModified", "size", "contentType"], "name"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
  view: inAddress.optional(["list", "tiles"]),
  /** Name of the file whose older versions are shown. */
  versions: inAddress.text(),
});
export type FolderState = z.output<typeof folderState>;
export type FolderView = "list" | "tiles";

const VIEW_KEY = "folderView";

/** List or tiles as last chosen on this device; a link that says otherwise wins. */
export function rememberedView(): FolderView {
  return window.localStorage.getItem(VIEW_KEY) === "tiles" ? "tiles" : "list";
}

export function rememberView(view: FolderView): void {
  window.localStorage.setItem(VIEW_KEY, view);
}

/** `Bericht.final.PDF` → `pdf`; nothing without an ending. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}
