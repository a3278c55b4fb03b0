import Busboy, { type BusboyHeaders } from "@fastify/busboy";
import { AppError } from "#platform/server/http/app-error.ts";
import { KEY_REUSED } from "#platform/server/http/bind.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { AnswerOf } from "#platform/contract/route.ts";
import type { Call } from "#platform/server/http/implement.ts";
import type { Entry, filesContract } from "../../contract.ts";
import { entryName, folderPath } from "../../entry-path.ts";
import { addFile } from "../entries/entries.ts";
import {
  checkAllowed,
  feedForm,
  fingerprintOf,
  storeStream,
  withoutAutoDestroy,
} from "./incoming.ts";
import { toEntry } from "../entries/presenters.ts";
import type { ShareRecord } from "../shares/share-queries.ts";

type Route = typeof filesContract.uploadMany;
type Answer = AnswerOf<Route>;

/** As large as one file of a form may be; larger ones go in chunks. */
const MAX_FORM_FILE_BYTES = 256 * 1024 * 1024;
const MAX_FILES = 500;

/**
 * Takes a form's files one after the other, each for itself: one that is refused does not stop the
 * others.
 */
export async function uploadForm(
  call: Call<Route>,
  blobs: BlobStore,
  share: ShareRecord,
): Promise<Answer> {
  const form = openForm(call.request.headers);
  const answer: Answer = { entries: [], errors: [] };
  let folder: string[] = [];
  let count = 0;
  let queue = Promise.resolve();
  let refusal: unknown;
  form.on("field", (name, value) => {
    if (name !== "path") return;
    const parsed = folderPath.safeParse(value);
    if (parsed.success) folder = parsed.data;
    else
      refusal ??= new AppError("VALIDATION_FAILED", {
        errors: [{ path: "path", code: "INVALID", message: parsed.error.issues[0]?.message ?? "" }],
      });
  });
  form.on("file", (field, stream, fileName) => {
    if (field !== "files" || refusal !== undefined) return void stream.resume();
    const place = folder;
    const number = count++;
    // Files come one after the other on one connection, so the queue never holds more than one open
    // stream.
    queue = queue.then(async () => {
      try {
        const parsed = entryName.safeParse(fileName ?? "");
        if (!parsed.success)
          throw new AppError("VALIDATION_FAILED", {
            detail: parsed.error.issues[0]?.message ?? "Der Name ist nicht in Ordnung.",
          });
        const names = [...place, parsed.data];
        const incoming = await storeStream(
          blobs,
          withoutAutoDestroy(stream),
          parsed.data,
          MAX_FORM_FILE_BYTES,
        );
        if (stream.truncated) throw new AppError("TOO_LARGE");
        checkAllowed(incoming, share);
        const add = async (tx: WriteTx): Promise<Entry> => {
          await claimBlob(tx, incoming);
          const content = { ...incoming, blobKey: incoming.key, modifiedAt: new Date() };
          const placed = await addFile(tx, share.id, names, content, {
            onConflict: call.query.onConflict,
            createFolders: false,
          });
          return toEntry(placed.record, placed.names.join("/"), {
            userId: call.principal.userId,
            writes: true,
          });
        };
        answer.entries.push(
          await call.idempotent(
            fingerprintOf(`${call.request.url}\n${names.join("/")}`, incoming.sha256),
            add,
            number,
          ),
        );
      } catch (error) {
        stream.resume();
        if (!(error instanceof AppError) || error.code === KEY_REUSED) throw error;
        answer.errors.push({
          fileName: fileName ?? "",
          status: error.status,
          code: error.code,
          message: error.detail,
        });
      }
    });
    queue.catch((error: unknown) => form.destroy(error as Error));
  });
  await feedForm(call.stream, form).catch((error: unknown) => {
    throw error instanceof AppError
      ? error
      : new AppError("BAD_REQUEST", {
          code: "UPLOAD_BROKEN",
          detail: "Das Formular ist nicht vollständig angekommen.",
          cause: error,
        });
  });
  await queue;
  if (refusal !== undefined) throw refusal;
  return answer;
}

function openForm(headers: Record<string, unknown>) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: {
        files: MAX_FILES,
        fileSize: MAX_FORM_FILE_BYTES,
        fields: 10,
        fieldSize: 10_000,
        parts: MAX_FILES + 10,
      },
      preservePath: false,
    });
  } catch (error) {
    throw new AppError("UNSUPPORTED_TYPE", {
      code: "NOT_A_FORM",
      detail: "Diese Anfrage ist kein Formular.",
      cause: error,
    });
  }
}
