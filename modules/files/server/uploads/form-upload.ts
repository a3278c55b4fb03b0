import type { AnswerOf } from "#platform/contract/route.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import { validationError } from "#platform/server/http/problems.ts";
import { fingerprintOf } from "#platform/server/http/fingerprint.ts";
import { KEY_REUSED } from "#platform/server/http/bind.ts";
import type { Call } from "#platform/server/http/implement.ts";
import { type FilePart, readForm } from "#platform/server/http/read-form.ts";
import type { Entry, filesContract } from "../../contract.ts";
import { entryName, folderPath } from "../../entry-path.ts";
import { addFile } from "../entries/entries.ts";
import { toEntry } from "../entries/presenters.ts";
import type { ShareRecord } from "../shares/share-queries.ts";
import { checkAllowed, storeStream } from "./incoming.ts";

type Route = typeof filesContract.uploadMany;
type Answer = AnswerOf<Route>;

const LIMITS = {
  files: 500,
  /** Larger ones go in chunks. */
  fileSize: 256 * 1024 * 1024,
  fields: 10,
  fieldSize: 10_000,
};

/** Where a file of a form goes. */
interface Place {
  share: ShareRecord;
  folder: readonly string[];
  /** Of the file among those of its form. */
  number: number;
}

/**
 * Takes a form's files one after the other, each for itself: one that is refused does not stop the
 * others.
 */
export async function uploadForm(
  call: Call<Route>,
  blobs: BlobStore,
  share: ShareRecord,
): Promise<Answer> {
  const answer: Answer = { entries: [], errors: [] };
  const refuse = (fileName: string, { status, code, detail }: AppError) =>
    void answer.errors.push({ fileName, status, code, message: detail });
  let folder: string[] = [];
  let number = 0;
  await readForm(call, {
    limits: LIMITS,
    field(name, value) {
      if (name === "files")
        throw fieldProblem(name, "Hier wird eine Datei erwartet.", "NO_FILE", "VALIDATION_FAILED");
      if (name === "path") folder = folderOf(value);
    },
    async file(part) {
      if (part.field !== "files") return;
      const place = { share, folder, number };
      number += 1;
      try {
        answer.entries.push(await uploadPart(call, blobs, place, part));
      } catch (error) {
        if (!(error instanceof AppError) || error.code === KEY_REUSED) throw error;
        refuse(part.fileName, error);
      }
    },
    tooMany: () =>
      refuse(
        "",
        new AppError("TOO_LARGE", {
          code: "TOO_MANY",
          detail: `Auf einmal gehen höchstens ${LIMITS.files} Dateien; die übrigen fehlen.`,
        }),
      ),
  });
  return answer;
}

async function uploadPart(
  call: Call<Route>,
  blobs: BlobStore,
  { share, folder, number }: Place,
  { fileName, content }: FilePart,
): Promise<Entry> {
  const names = [...folder, nameOf(fileName)];
  const incoming = await storeStream(blobs, content, names.at(-1) ?? "", LIMITS.fileSize);
  checkAllowed(incoming, share);
  const fingerprint = fingerprintOf(`${call.request.url}\n${names.join("/")}`, incoming.sha256);
  return call.idempotent(
    fingerprint,
    async (tx) => {
      await claimBlob(tx, incoming);
      const file = { ...incoming, blobKey: incoming.key, modifiedAt: new Date() };
      const { onConflict } = call.query;
      const placed = await addFile(tx, share.id, names, file, { onConflict, createFolders: false });
      const reader = { userId: call.principal.userId, writes: true };
      return toEntry(placed.record, placed.names.join("/"), reader);
    },
    { part: number },
  );
}

function folderOf(path: string): string[] {
  const parsed = folderPath.safeParse(path);
  if (parsed.success) return parsed.data;
  throw validationError(parsed.error, "path");
}

function nameOf(fileName: string): string {
  const parsed = entryName.safeParse(fileName);
  if (parsed.success) return parsed.data;
  throw new AppError("VALIDATION_FAILED", {
    detail: parsed.error.issues[0]?.message ?? "Der Name ist nicht in Ordnung.",
  });
}
