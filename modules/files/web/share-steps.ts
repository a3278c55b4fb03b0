import type { Crumb } from "#platform/web/module.ts";
import type { FileShare } from "../contract.ts";

/** First step to a share of each kind, as the menu calls it. */
export const SHARES = {
  DOCUMENTS: { label: "Dokumente", to: "/file-shares" },
  IMAGES: { label: "Bilder", to: "/images-shares" },
} as const;

/** Returns the steps to a folder of a share: the share's list, the share, the folders above. */
export function stepsTo(
  share: Pick<FileShare, "id" | "name" | "kind">,
  path: string,
  addressOf: (shareId: string, path: string) => string,
): Crumb[] {
  const list = SHARES[share.kind];
  if (path === "") return [list];
  const names = path.split("/").slice(0, -1);
  const above = names.map((name, index) => ({
    label: name,
    to: addressOf(share.id, names.slice(0, index + 1).join("/")),
  }));
  return [list, { label: share.name, to: addressOf(share.id, "") }, ...above];
}
