import { deleteGrantsOfMember, selectGrantsOfMember } from "#modules/grants/server/public.ts";
import type { PersonalData } from "#platform/server/personal-data.ts";
import {
  eraseUploader,
  selectShareNames,
  selectTrashedBy,
  selectUnfinishedUploads,
  selectUploadedBy,
} from "./personal-data-queries.ts";
import { SHARE_GRANTS } from "./shares/share-queries.ts";

/** The files that a person uploaded; erasing takes the person's name off them. */
export const uploadedFiles: PersonalData = {
  key: "dateien",
  title: "Hochgeladene Dateien",
  deletion: {
    fate: "KEPT",
    reason:
      "Die Dateien gehören dem Verein und bleiben; der Name der Person verschwindet daran, Freigaben an sie enden.",
  },
  async load(tx, memberId) {
    const files = await selectUploadedBy(tx, memberId);
    const uploads = await selectUnfinishedUploads(tx, memberId);
    const trashed = await selectTrashedBy(tx, memberId);
    const shares = await selectShareNames(tx);
    const grants = await selectGrantsOfMember(tx, SHARE_GRANTS, memberId);
    return {
      data: {
        Dateien: files.map((file) => ({
          Ablage: file.share,
          Datei: file.path,
          Fassung: file.version,
          "Größe in Byte": file.size,
          Typ: file.content_type,
          "Hochgeladen am": file.added_at.toISOString(),
        })),
        "Angefangene Uploads": uploads.map(({ share, path, size, created_at }) => ({
          Ablage: share,
          Datei: path,
          "Größe in Byte": size,
          "Begonnen am": created_at.toISOString(),
        })),
        "In den Papierkorb gelegt": trashed.map(({ name, deleted_at }) => ({
          Name: name,
          "Gelöscht am": deleted_at.toISOString(),
        })),
        Freigaben: grants.map(({ ownerId, access }) => ({
          Ablage: shares.get(ownerId) ?? null,
          Zugriff: access === "WRITE" ? "Schreiben" : "Lesen",
        })),
      },
      files: files.map((file) => ({
        name: `${file.share.replaceAll("/", "-")}/${file.path.replace(/^\//, "")}`,
        blobKey: file.blob_key,
      })),
    };
  },
  async erase(tx, memberId) {
    await eraseUploader(tx, memberId);
    await deleteGrantsOfMember(tx, SHARE_GRANTS, memberId);
  },
};
