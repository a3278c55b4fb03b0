import { ActionIcon } from "@mantine/core";
import { ArrowLeft, Download } from "lucide-react";
import type { ReactNode } from "react";
import { RouterLink } from "#platform/web/navigation.tsx";
import type { Entry } from "../../contract.ts";
import { folderAddress, parentOf } from "../../addresses.ts";
import { downloadEntry } from "../folder/download.ts";
import { FileIcon } from "../icons/FileIcon.tsx";
import classes from "./viewer.module.css";

interface ViewerFrameProps {
  shareId: string;
  entry: Entry;
  /** Tools of the kind of file, between name and download. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The window of one file: its name, its tools, the way back to its folder. */
export function ViewerFrame({ shareId, entry, tools, children }: ViewerFrameProps) {
  return (
    <main className={classes.window}>
      <header className={classes.bar} data-no-print>
        <ActionIcon
          component={RouterLink}
          to={folderAddress(shareId, parentOf(entry.path))}
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-label="Zum Ordner"
          title="Zum Ordner"
        >
          <ArrowLeft size={19} aria-hidden />
        </ActionIcon>
        <FileIcon subtype={entry.subtype} size={24} />
        <h1 className={classes.title} title={entry.name}>
          {entry.name}
        </h1>
        <ActionIcon
          className={classes.download ?? ""}
          variant="subtle"
          color="gray"
          c="inherit"
          size="lg"
          aria-label="Herunterladen"
          title="Herunterladen"
          onClick={() => void downloadEntry(shareId, entry)}
        >
          <Download size={18} aria-hidden />
        </ActionIcon>
        {tools !== undefined && <div className={classes.tools}>{tools}</div>}
      </header>
      {children}
    </main>
  );
}
