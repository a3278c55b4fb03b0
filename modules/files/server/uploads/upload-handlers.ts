import { text } from "node:stream/consumers";
import type { z } from "zod";
import { AppError } from "#platform/server/http/app-error.ts";
import { claimBlob } from "#platform/server/blobs/blob-queries.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Call, Handlers } from "#platform/server/http/implement.ts";
import { fingerprintOf } from "#platform/server/http/fingerprint.ts";
import { validationError } from "#platform/server/http/problems.ts";
import type { Services } from "#platform/server/services.ts";
import {
  type Entry,
  type filesContract,
  PLAIN_UPLOAD_BYTES,
  uploadFinish,
  uploadStart,
} from "../../contract.ts";
import { ChunkedUploads } from "./chunked-uploads.ts";
import { stateOf, type UploadTarget, uploadOf } from "./upload-state.ts";
import { addFile, type Placed } from "../entries/entries.ts";
import { selectAtPath } from "../entries/path-queries.ts";
import { uploadForm } from "./form-upload.ts";
import { checkAllowed, storeStream } from "./incoming.ts";
import { folderAt, nameTaken } from "../entries/places.ts";
import { toEntry } from "../entries/presenters.ts";
import { accessTo } from "../shares/share-access.ts";

type Routes = Pick<typeof filesContract, "uploadFile" | "getUpload" | "uploadMany">;
type UploadCall = Call<Routes["uploadFile"]>;

export function uploadHandlers({ blobs }: Services): Handlers<Routes> {
  const uploads = new ChunkedUploads(blobs);
  return {
    async uploadFile(call) {
      const { read, params, query, principal } = call;
      const { share } = await read((tx) => accessTo(tx, principal, params.id, "WRITE"));
      const target = {
        share,
        userId: principal.userId,
        names: params.path,
        onConflict: query.onConflict ?? "FAIL",
        createFolders: query.createFolders,
      };
      const answer = (placed: Placed): Entry => {
        call.created(
          `/file-share/${share.id}/entry/${placed.names.map(encodeURIComponent).join("/")}`,
        );
        return toEntry(placed.record, placed.names.join("/"), {
          userId: principal.userId,
          writes: true,
        });
      };
      switch (query.phase) {
        case undefined:
          return uploadAtOnce(call, target, answer);
        case "start": {
          const body = await jsonBody(call, uploadStart);
          const fingerprint = fingerprintOf(call.request.url, JSON.stringify(body));
          // Under a key the answer may be one that was given before the file was there.
          const isRepeatable = call.request.headers["idempotency-key"] !== undefined;
          if (!isRepeatable) await read((tx) => checkTarget(tx, target));
          const write: typeof call.write = (work) =>
            call.idempotent(fingerprint, async (tx) => {
              if (isRepeatable) await checkTarget(tx, target);
              return work(tx);
            });
          return uploads.start({ read, write }, target, {
            size: body.size,
            modifiedAt: timeOf(body.lastModified ?? query.lastModified),
          });
        }
        case "upload": {
          const upload = await read((tx) => uploadOf(tx, target, query.uploadId));
          return uploads.receive(call, upload, query.chunk ?? 0, call.stream);
        }
        case "finish": {
          const upload = await read((tx) => uploadOf(tx, target, query.uploadId));
          const body = await jsonBody(call, uploadFinish);
          return answer(
            await uploads.finish(call, share, upload, {
              sha256: body.sha256,
              onConflict: query.onConflict,
            }),
          );
        }
        case "abort": {
          const upload = await read((tx) => uploadOf(tx, target, query.uploadId));
          await uploads.abort(call, upload);
          return { uploadId: upload.id, chunkSize: upload.chunk_size, chunks: 0, received: [] };
        }
      }
    },
    async getUpload({ read, params, query, principal }) {
      return read(async (tx) => {
        const { share } = await accessTo(tx, principal, params.id, "WRITE");
        return stateOf(tx, await uploadOf(tx, { share, userId: principal.userId }, query.uploadId));
      });
    },
    async uploadMany(call) {
      const { share } = await call.read((tx) =>
        accessTo(tx, call.principal, call.params.id, "WRITE"),
      );
      // Each of its files fits or does not by itself.
      await call.requireRoom(1);
      return uploadForm(call, blobs, share);
    },
  };

  async function uploadAtOnce(
    call: UploadCall,
    target: UploadTarget,
    answer: (placed: Placed) => Entry,
  ): Promise<Entry> {
    const announced = Number(call.request.headers["content-length"] ?? 0);
    if (announced > PLAIN_UPLOAD_BYTES) throw tooLargeAtOnce();
    // Sent again under the same key, the file is there already: only its bytes tell that it is the
    // same request.
    if (call.request.headers["idempotency-key"] === undefined)
      await call.read((tx) => checkTarget(tx, target));
    await call.requireRoom();
    const incoming = await storeStream(
      blobs,
      call.stream,
      target.names.at(-1) ?? "",
      PLAIN_UPLOAD_BYTES,
    ).catch((error: unknown) => {
      throw error instanceof AppError && error.status === 413 ? tooLargeAtOnce() : error;
    });
    checkAllowed(incoming, target.share);
    const content = {
      ...incoming,
      blobKey: incoming.key,
      modifiedAt: timeOf(call.query.lastModified),
    };
    return call.idempotent(fingerprintOf(call.request.url, incoming.sha256), async (tx) => {
      await claimBlob(tx, incoming);
      return answer(await addFile(tx, target.share.id, target.names, content, target));
    });
  }
}

/** Says early what would be refused in the end, before the bytes are on their way. */
async function checkTarget(
  tx: ReadTx,
  { share, names, onConflict, createFolders }: UploadTarget,
): Promise<void> {
  if (!createFolders) await folderAt(tx, share.id, names.slice(0, -1));
  const existing = await selectAtPath(tx, share.id, names);
  if (
    existing !== undefined &&
    (onConflict === "FAIL" || (onConflict === "REPLACE" && existing.is_folder))
  )
    throw nameTaken(existing);
}

function tooLargeAtOnce(): AppError {
  return new AppError("TOO_LARGE", {
    code: "CHUNKS_NEEDED",
    detail: "Dateien über 1 MiB werden in Teilen hochgeladen.",
  });
}

function timeOf(lastModified: string | undefined): Date {
  return lastModified === undefined ? new Date() : new Date(lastModified);
}

async function jsonBody<T extends z.ZodType>(call: UploadCall, schema: T): Promise<z.output<T>> {
  const body = await text(call.stream);
  let value: unknown;
  try {
    value = body === "" ? {} : JSON.parse(body);
  } catch (error) {
    throw new AppError("BAD_REQUEST", {
      detail: "Die Anfrage ist kein gültiges JSON.",
      cause: error,
    });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error);
  return parsed.data;
}
