/** A file or an empty folder that the reader gave, with its place below the folder it goes into. */
export interface GivenFile {
  file: File;
  /** `Fotos/2026/a.jpg`, Unicode NFC. */
  path: string;
}

export interface Given {
  files: GivenFile[];
  /** All folders, parents before children. */
  folders: string[];
}

/** Files of operating systems that are not meant to be shared. */
const LITTER = new Set([".DS_Store", "Thumbs.db", "desktop.ini", ".localized"]);

/** What a file input holds, chosen as files or as a whole folder. */
export function givenByInput(list: Iterable<File>): Given {
  const files = [...list].map((file) => ({
    file,
    path: (file.webkitRelativePath === "" ? file.name : file.webkitRelativePath).normalize("NFC"),
  }));
  return complete(files, []);
}

/**
 * What was dropped: files and folders of any depth. Has to be called within the event of the drop.
 */
export async function givenByDrop(transfer: DataTransfer): Promise<Given> {
  // The items vanish after the event's own turn: take all entries first, then read them.
  const entries = [...transfer.items]
    .filter((item) => item.kind === "file")
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const files: GivenFile[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    if (entry instanceof File) files.push({ file: entry, path: entry.name.normalize("NFC") });
    else if (entry) await readEntry(entry, "", files, folders);
  }
  return complete(files, folders);
}

async function readEntry(
  entry: FileSystemEntry,
  parent: string,
  files: GivenFile[],
  folders: string[],
): Promise<void> {
  const path = (parent === "" ? entry.name : `${parent}/${entry.name}`).normalize("NFC");
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    files.push({ file, path });
    return;
  }
  if (!isFolder(entry)) return;
  folders.push(path);
  const reader = entry.createReader();
  for (;;) {
    // Browsers hand out at most a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const child of some) await readEntry(child, path, files, folders);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Adds the folders that only show in the paths of files, and leaves out litter. */
function complete(files: readonly GivenFile[], folders: readonly string[]): Given {
  const kept = files.filter(({ path }) => !LITTER.has(path.slice(path.lastIndexOf("/") + 1)));
  const all = new Set(folders);
  for (const { path } of kept) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1))
      all.add(path.slice(0, at));
  }
  return {
    files: kept,
    folders: [...all].toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)),
  };
}

function depth(path: string): number {
  return path.split("/").length;
}
