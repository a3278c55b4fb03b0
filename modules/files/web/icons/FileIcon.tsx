import { CornerLeftUp, File, FileText, Folder, Image, Music, Video } from "lucide-react";
import type { ComponentType } from "react";
import type { Subtype } from "../../contract.ts";
import classes from "./FileIcon.module.css";

type Kind = Subtype | "folder" | "back";
type Glyph = ComponentType<{ size?: number; strokeWidth?: number }>;

/** Kinds that lucide has no glyph for are a sheet with letters on it. */
const LETTERS: Partial<Record<Kind, string>> = {
  pdf: "PDF",
  word: "W",
  excel: "X",
  powerpoint: "P",
  html: "<>",
  css: "#",
  javascript: "JS",
  json: "{ }",
};
const GLYPHS: Partial<Record<Kind, Glyph>> = {
  folder: Folder,
  back: CornerLeftUp,
  text: FileText,
  image: Image,
  audio: Music,
  video: Video,
  other: File,
};

/**
 * The icon of an entry by its subtype; without one it is a folder. Says nothing to screen readers:
 * the list names the type.
 */
export function FileIcon({ subtype, size = 24 }: { subtype?: Kind | undefined; size?: number }) {
  const kind = subtype ?? "folder";
  const letters = LETTERS[kind];
  const Icon = GLYPHS[kind] ?? File;
  return (
    <span
      className={classes.icon}
      data-kind={kind}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {letters === undefined ? (
        <Icon size={size} strokeWidth={1.6} />
      ) : (
        <Sheet letters={letters} size={size} />
      )}
    </span>
  );
}

function Sheet({ letters, size }: { letters: string; size: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size}>
      <path
        className={classes.sheet}
        d="M6 2.8h8.2L19 7.6V20a1.2 1.2 0 0 1-1.2 1.2H6A1.2 1.2 0 0 1 4.8 20V4A1.2 1.2 0 0 1 6 2.8Z"
      />
      <path className={classes.fold} d="M14.2 2.8V7.6H19" />
      <text
        className={classes.letters}
        x="11.9"
        y="17.4"
        textAnchor="middle"
        fontSize={letters.length > 1 ? 6.4 : 9}
      >
        {letters}
      </text>
    </svg>
  );
}
