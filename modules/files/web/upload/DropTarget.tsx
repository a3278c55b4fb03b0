import { useEffect, useState } from "react";
import { useMe } from "#platform/web/session/me.tsx";
import type { FileShare } from "../../contract.ts";
import { nameOf } from "../../addresses.ts";
import classes from "../folder/folder.module.css";
import { givenByDrop } from "./given-files.ts";
import { startUpload } from "./start-upload.ts";

/** The whole page takes files and folders that are dragged over it. */
export function DropTarget({ share, folder }: { share: FileShare; folder: string }) {
  const [over, setOver] = useState(false);
  const readerId = useMe().id;
  useEffect(() => {
    const stop = new AbortController();
    const listen = <K extends keyof WindowEventMap>(
      name: K,
      listener: (event: WindowEventMap[K]) => void,
    ) => window.addEventListener(name, listener, { signal: stop.signal });
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    // Each element on the way says that it was entered and left: only the last leave counts.
    let inside = 0;
    listen("dragenter", (event) => {
      if (!holdsFiles(event)) return;
      inside += 1;
      setOver(true);
    });
    listen("dragleave", (event) => {
      if (!holdsFiles(event)) return;
      inside = Math.max(0, inside - 1);
      if (inside === 0) setOver(false);
    });
    listen("dragover", (event) => {
      if (holdsFiles(event)) event.preventDefault();
    });
    listen("drop", (event) => {
      if (!holdsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      inside = 0;
      setOver(false);
      void givenByDrop(event.dataTransfer).then((given) =>
        startUpload({ share, folder, readerId }, given),
      );
    });
    return () => stop.abort();
  }, [share, folder, readerId]);
  if (!over) return null;
  return (
    <div className={classes.drop} aria-hidden>
      Loslassen, um in „{folder === "" ? share.name : nameOf(folder)}“ hochzuladen
    </div>
  );
}
