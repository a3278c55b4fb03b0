import {
  best,
  holdsTerms,
  oncePerSearch,
  type SearchHit,
  type SearchProvider,
} from "#platform/server/search.ts";
import {
  folderAddress,
  galleryAddress,
  parentOf,
  pictureAddress,
  viewerAddress,
} from "../addresses.ts";
import type { Entry } from "../contract.ts";
import { viewerKind } from "../viewable.ts";
import { type FoundEntry, selectFound, selectNamed, selectWritten } from "./search-queries.ts";
import { readableShares } from "./shares/share-access.ts";
import type { ShareName } from "./shares/share-queries.ts";

const sharesOf = oncePerSearch(({ tx, reader }) => readableShares(tx, reader));

/** Readable shares by name, files and folders in them by name, and files by the words inside. */
export const fileSearch: SearchProvider = {
  type: "FILE",
  label: "Dateien",
  async search(request) {
    const { tx, terms, limit } = request;
    const readable = await sharesOf(request);
    if (readable.length === 0) return [];
    const shareIds = readable.map(({ id }) => id);
    const textsOf = ({ name }: { name: string }) => ({ title: name, rest: [] });
    const shares = best(
      readable.filter(({ name }) => holdsTerms(name, terms)),
      textsOf,
      terms,
      limit,
    ).map(shareHit);
    const named = best(
      await selectNamed(tx, shareIds, terms),
      textsOf,
      terms,
      limit - shares.length,
    ).map(({ id }) => id);
    const known = new Set(named);
    const left = limit - shares.length - named.length;
    const written =
      left === 0
        ? []
        : (await selectWritten(tx, shareIds, terms, limit))
            .filter((id) => !known.has(id))
            .slice(0, left);
    return [...shares, ...(await selectFound(tx, shareIds, { named, written })).map(toHit)];
  },
};

function shareHit({ id, name, kind }: ShareName): SearchHit {
  return kind === "IMAGES"
    ? { type: "SHARE", id, title: name, subtitle: "Galerie", route: galleryAddress(id) }
    : { type: "SHARE", id, title: name, subtitle: "Ablage", route: folderAddress(id, "") };
}

function toHit(entry: FoundEntry): SearchHit {
  const { id, name, path, is_folder, share_name, content } = entry;
  return {
    type: is_folder ? "FOLDER" : "FILE",
    id,
    title: name,
    subtitle: [share_name, ...parentOf(path).split("/").filter(Boolean)].join(" › "),
    ...(content === null ? {} : { content }),
    route: addressOf(entry),
  };
}

/**
 * Where it is seen: a folder or picture itself, a file in the viewer, or the folder from which it
 * is downloaded.
 */
function addressOf({ path, is_folder, subtype, size, share_id, share_kind }: FoundEntry): string {
  if (share_kind === "IMAGES")
    return is_folder ? galleryAddress(share_id, path) : pictureAddress(share_id, path);
  if (is_folder) return folderAddress(share_id, path);
  const shown =
    subtype !== null &&
    viewerKind({ subtype: subtype as NonNullable<Entry["subtype"]>, size }) !== undefined;
  return shown ? viewerAddress(share_id, path) : folderAddress(share_id, parentOf(path));
}
