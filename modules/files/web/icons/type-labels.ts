import type { Entry, Subtype } from "../../contract.ts";

const TYPE_LABELS: Readonly<Record<Subtype, string>> = {
  pdf: "PDF",
  word: "Word",
  excel: "Excel",
  powerpoint: "PowerPoint",
  text: "Text",
  html: "HTML",
  css: "CSS",
  javascript: "JavaScript",
  json: "JSON",
  image: "Bild",
  audio: "Ton",
  video: "Video",
  other: "Datei",
};

/** What kind of thing an entry is, in a word. */
export function typeLabel(entry: Pick<Entry, "subtype" | "type">): string {
  return entry.type === "FOLDER" ? "Ordner" : TYPE_LABELS[entry.subtype ?? "other"];
}
