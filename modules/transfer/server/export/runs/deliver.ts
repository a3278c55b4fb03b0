import { saveFile, writableShareName } from "#modules/files/server/public.ts";
import { tenantBranding } from "#modules/tenants/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { BlobStore, StoredBlob } from "#platform/server/blobs/blobs.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { enqueueMail } from "#platform/server/mail/send-mail.ts";
import { renderMail } from "#platform/server/mail/mail-layout.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { MAX_MAIL_BYTES } from "../../../export-contract.ts";
import type { StoredDestination } from "../stored-values.ts";
import { CONTENT_TYPES } from "./write-file.ts";
import type { ExportFormat } from "../../../export-contract.ts";

/** A finished file on its way. */
export interface Parcel {
  runId: string;
  targetId: string;
  targetName: string;
  format: ExportFormat;
  fileName: string;
  blob: StoredBlob;
  count: number;
  /** Whose rights count at its destination. */
  reader: Principal;
}

export interface Delivery {
  /** In words; null: it only lies here. */
  deliveredTo: string | null;
  warnings: string[];
}

/**
 * Puts the file where it belongs, in the transaction that ends its run: both happen or none, and
 * never twice.
 */
export async function deliverInside(
  tx: WriteTx,
  destination: Exclude<StoredDestination, { kind: "HTTP_PUT" }>,
  parcel: Parcel,
  { blobs, originOf }: { blobs: BlobStore; originOf: (tenantName: string) => string },
): Promise<Delivery> {
  switch (destination.kind) {
    case "DOWNLOAD":
      return { deliveredTo: null, warnings: [] };
    case "FILE_SHARE": {
      const share = await shareOf(tx, destination.shareId, parcel.reader);
      const path =
        destination.folder === "" ? parcel.fileName : `${destination.folder}/${parcel.fileName}`;
      await saveFile(tx, blobs, destination.shareId, path, await blobs.get(parcel.blob.key), {
        onConflict: destination.onConflict,
      });
      return { deliveredTo: `Ablage „${share}“: ${path}`, warnings: [] };
    }
    case "EMAIL":
      return mailParcel(tx, destination, parcel, originOf);
  }
}

/** The share's name, when the one in whose name the export runs may still write there. */
async function shareOf(tx: WriteTx, shareId: string, reader: Principal): Promise<string> {
  try {
    return await writableShareName(tx, reader, shareId);
  } catch (error) {
    if (!(error instanceof AppError) || (error.status !== 404 && error.status !== 403)) throw error;
    const what =
      error.status === 404
        ? `Die Ablage gibt es nicht mehr, oder ${reader.name} darf sie nicht mehr sehen.`
        : `${reader.name} darf nicht mehr in die Ablage schreiben.`;
    throw new AppError(error.status === 404 ? "NOT_FOUND" : "FORBIDDEN", {
      detail: `${what} Bitte wählen Sie am Exportziel eine andere.`,
      cause: error,
    });
  }
}

async function mailParcel(
  tx: WriteTx,
  { recipients, attach, subject, message }: Extract<StoredDestination, { kind: "EMAIL" }>,
  { runId, targetId, targetName, format, fileName, blob, count, reader }: Parcel,
  originOf: (tenantName: string) => string,
): Promise<Delivery> {
  const branding = await tenantBranding(tx, originOf);
  const tooLarge = attach && blob.size > MAX_MAIL_BYTES;
  const attached = attach && !tooLarge;
  const people = count === 1 ? "ein Mitglied" : `${count.toLocaleString("de")} Mitglieder`;
  const { text, html } = renderMail(branding, {
    title: targetName,
    paragraphs: [
      ...(message === null ? [] : [message]),
      attached
        ? `Im Anhang finden Sie die Datei „${fileName}“ (${people}).`
        : `Die Datei „${fileName}“ (${people}) liegt für Sie bereit. Zum Herunterladen melden Sie sich bitte an.`,
    ],
    ...(attached
      ? {}
      : { button: { label: "Datei öffnen", url: `${branding.origin}/export/${targetId}` } }),
    footer: `Diese Nachricht verschickt ${branding.clubName}, weil ${reader.name} sie so eingerichtet hat.`,
  });
  for (const [index, address] of recipients.entries()) {
    await enqueueMail(
      tx,
      {
        to: { address },
        fromName: branding.senderName,
        ...(branding.replyTo === null ? {} : { replyTo: { address: branding.replyTo } }),
        subject: subject ?? `${targetName} (${branding.clubName})`,
        text,
        html,
        ...(attached
          ? { attachments: [{ fileName, contentType: CONTENT_TYPES[format], blobKey: blob.key }] }
          : {}),
      },
      `export-${runId}-${index}`,
    );
  }
  const mib = MAX_MAIL_BYTES / 1024 / 1024;
  return {
    deliveredTo: `E-Mail an ${recipients.join(", ")}`,
    warnings: tooLarge
      ? [
          `Die Datei ist für eine E-Mail zu groß (höchstens ${mib} MB). Verschickt wurde ein Link, mit dem man sie nach der Anmeldung herunterlädt.`,
        ]
      : [],
  };
}
