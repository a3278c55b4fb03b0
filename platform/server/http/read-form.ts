import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Busboy, { type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import type { RouteDefinition } from "#platform/contract/route.ts";
import { AppError } from "./app-error.ts";
import { mapConnectionErrors } from "./connection-errors.ts";
import type { Call } from "./implement.ts";

/** A file of a form. */
export interface FilePart {
  field: string;
  /** As the sender calls it, without any path; may be empty. */
  fileName: string;
  /** Its bytes; refused at their end when there are more than the limit. They may be left early. */
  content: AsyncIterable<Uint8Array>;
}

type FormCall = Pick<Call<RouteDefinition>, "request" | "stream">;

/** What a form may bring, and who takes its parts. */
interface FormReader {
  limits: { files: number; fileSize: number; fields: number; fieldSize: number };
  field: (name: string, value: string) => void;
  file: (part: FilePart) => Promise<void>;
  /** There are more files or parts than the limits let in; they are left out. */
  tooMany: () => void;
  /** Refusal of a form that is larger than its route takes. */
  tooLarge?: () => AppError;
}

/**
 * Reads a request's form (multipart/form-data): its parts one after the other, as they come. The
 * first error that a part is met with is thrown in the end; what comes after it is passed over.
 */
export async function readForm(call: FormCall, reader: FormReader): Promise<void> {
  const form = openForm(call.request.headers, reader.limits);
  let refusal: { error: unknown } | undefined;
  const refuse = (error: unknown) => void (refusal ??= { error });
  // Parts come one after the other on one connection, so the queue never holds more than one open
  // stream.
  let queue = Promise.resolve();
  const inTurn = (work: () => Promise<void> | void) => {
    queue = queue.then(() => (refusal === undefined ? work() : undefined)).catch(refuse);
  };
  form.on("field", (name, value, _isNameTruncated, isTruncated) =>
    inTurn(() => {
      if (isTruncated) throw new AppError("TOO_LARGE");
      reader.field(name, value);
    }),
  );
  form.on("file", (field, part, fileName) => {
    inTurn(() => reader.file({ field, fileName: fileName ?? "", content: contentOf(part) }));
    // What is left of it, so that the form goes on.
    void queue.then(() => part.resume());
  });
  let isTold = false;
  const tellTooMany = () => {
    if (!isTold) inTurn(reader.tooMany);
    isTold = true;
  };
  form.on("filesLimit", tellTooMany);
  form.on("partsLimit", tellTooMany);
  try {
    await feed(call.stream, form);
  } catch (error) {
    const isTooLarge = error instanceof AppError && error.status === 413;
    refuse(isTooLarge && reader.tooLarge ? reader.tooLarge() : brokenOff(error));
  }
  await queue;
  if (refusal !== undefined) throw refusal.error;
}

type Form = InstanceType<typeof Busboy>;

function openForm(headers: Record<string, unknown>, limits: FormReader["limits"]): Form {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { ...limits, parts: limits.files + limits.fields },
    });
  } catch (error) {
    throw new AppError("UNSUPPORTED_TYPE", {
      code: "NOT_A_FORM",
      detail: "Diese Anfrage ist kein Formular.",
      cause: error,
    });
  }
}

/** A stream that is left before its end would be destroyed, and the form wait for it for ever. */
function contentOf(part: BusboyFileStream): AsyncIterable<Uint8Array> {
  return mapConnectionErrors(toItsEnd(part));
}

async function* toItsEnd(part: BusboyFileStream): AsyncIterable<Uint8Array> {
  yield* part.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  if (part.truncated) throw new AppError("TOO_LARGE");
}

/**
 * Feeds a form with its request. When the request breaks off, so do the parts that are still open:
 * its reader would wait for its end for ever.
 */
async function feed(content: Readable, form: Form): Promise<void> {
  const open = new Set<Readable>();
  form.on("file", (_field, part) => {
    open.add(part);
    part.once("end", () => open.delete(part));
    // The reader hears of it; a part that is not being read yet has none.
    part.on("error", () => {});
  });
  try {
    await pipeline(content, form);
  } catch (error) {
    for (const part of open) part.destroy(error as Error);
    throw error;
  }
}

function brokenOff(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("BAD_REQUEST", {
    code: "UPLOAD_BROKEN",
    detail: "Das Formular ist nicht vollständig angekommen.",
    cause: error,
  });
}
