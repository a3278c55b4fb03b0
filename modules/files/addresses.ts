/**
 * Addresses of the documents pages. Names are encoded one by one: they may hold `?`, `#`, `%` and
 * `$`.
 */
export function folderAddress(shareId: string, path: string): string {
  return path === ""
    ? `/file-shares/${shareId}`
    : `/file-shares/${shareId}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

export function viewerAddress(shareId: string, path: string): string {
  return `/file-viewer/${shareId}?path=${encodeURIComponent(path)}`;
}

export function trashAddress(shareId: string): string {
  return `/file-share/${shareId}/trash`;
}

export function shareEditAddress(shareId: string): string {
  return `/file-share/${shareId}/edit`;
}

/** `a/b/c.pdf` → `a/b`; what lies in the root has the parent "". */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function inFolder(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** A gallery, or an album in it (a folder of the image share). */
export function galleryAddress(shareId: string, album = ""): string {
  return `/images-shares/${shareId}${album === "" ? "" : `?album=${encodeURIComponent(album)}`}`;
}

/** A picture of a gallery, shown in full. */
export function pictureAddress(shareId: string, path: string): string {
  const album = galleryAddress(shareId, parentOf(path));
  return `${album}${album.includes("?") ? "&" : "?"}picture=${encodeURIComponent(path)}`;
}
