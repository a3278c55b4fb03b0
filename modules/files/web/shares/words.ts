import type { ShareKind } from "../../contract.ts";
import { folderAddress, galleryAddress } from "../../addresses.ts";

/**
 * How pages speak of a share of each kind. Both nouns are feminine, so sentences need no other
 * change.
 */
interface ShareWords {
  one: string;
  /** The menu entry above it. */
  home: { label: string; to: string };
  sentence: string;
  examples: string;
  access: string;
  addressOf: (shareId: string) => string;
  /** What it is divided into. */
  folder: { new: string; nameLabel: string; create: string; made: (name: string) => string };
}

export const SHARE_WORDS: Record<ShareKind, ShareWords> = {
  DOCUMENTS: {
    one: "Ablage",
    home: { label: "Dokumente", to: "/file-shares" },
    sentence: "Eine Ablage ist ein gemeinsamer Ort für Ordner und Dateien.",
    examples: "Zum Beispiel Satzung und Formulare, Vorstand oder Jugend",
    access:
      "Lesen heißt ansehen und herunterladen. Schreiben heißt auch hochladen, umbenennen, verschieben und löschen.",
    addressOf: (shareId) => folderAddress(shareId, ""),
    folder: {
      new: "Neuer Ordner",
      nameLabel: "Name des Ordners",
      create: "Ordner anlegen",
      made: (name) => `Der Ordner „${name}“ ist angelegt.`,
    },
  },
  IMAGES: {
    one: "Galerie",
    home: { label: "Bilder", to: "/images-shares" },
    sentence: "Eine Galerie sammelt Bilder, auf Wunsch in mehreren Alben.",
    examples: "Zum Beispiel Sommerfest 2026, Jugend oder Vereinsgeschichte",
    access:
      "Lesen heißt ansehen und herunterladen. Schreiben heißt auch hochladen, Alben anlegen und Bilder entfernen.",
    addressOf: (shareId) => galleryAddress(shareId),
    folder: {
      new: "Neues Album",
      nameLabel: "Name des Albums",
      create: "Album anlegen",
      made: (name) => `Das Album „${name}“ ist angelegt.`,
    },
  },
};
