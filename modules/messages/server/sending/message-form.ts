import { text } from "node:stream/consumers";
import Busboy, { type BusboyHeaders } from "@fastify/busboy";
import { feedForm } from "#modules/files/server/public.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { Call } from "#platform/server/http/implement.ts";
import { validationError } from "#platform/server/http/problems.ts";
import {
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  type MessageRequest,
  messageRequest,
  type messagesContract,
} from "../../contract.ts";
import { allTooLarge, requireFit, type StoredFile, storeAttachment } from "./attachments.ts";

const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

export interface MessageForm {
  request: MessageRequest;
  files: StoredFile[];
}

/**
 * Reads the form of a message: the part `request`, as a field or as a file (browsers send JSON with
 * a type that way), and the parts `attachments`. The first refusal counts; what was stored until
 * then belongs to nobody and is swept.
 */
export async function readMessageForm(
  call: Call<typeof messagesContract.sendMessage>,
  blobs: BlobStore,
): Promise<MessageForm> {
  const form = openForm(call.request.headers);
  const files: StoredFile[] = [];
  let json: string | undefined;
  let refusal: unknown;
  let queue = Promise.resolve();
  const takeRequest = (value: string, isTruncated: boolean) => {
    if (isTruncated) throw new AppError("TOO_LARGE");
    if (json !== undefined)
      throw fieldProblem("request", "Dieser Teil darf nur einmal vorkommen.", "TOO_MANY");
    json = value;
  };
  const refuse = (error: unknown) => void (refusal ??= error);

  form.on("field", (name, value, _nameTruncated, isTruncated) => {
    try {
      if (name !== "request")
        throw fieldProblem(name, "Diese Angabe gibt es hier nicht.", "UNKNOWN_FIELD");
      takeRequest(value, isTruncated);
    } catch (error) {
      refuse(error);
    }
  });
  form.on("file", (field, stream, fileName) => {
    stream.on("error", refuse);
    // Parts come one after the other on one connection, so the queue never holds more than one open
    // stream.
    queue = queue.then(async () => {
      try {
        if (refusal !== undefined) return;
        if (field === "request") takeRequest(await text(stream), stream.truncated);
        else if (field !== "attachments")
          throw fieldProblem(field, "Diese Angabe gibt es hier nicht.", "UNKNOWN_FIELD");
        else {
          files.push(await storeAttachment(blobs, stream, fileName ?? ""));
          requireFit(files);
        }
      } catch (error) {
        refuse(error);
      } finally {
        stream.resume();
      }
    });
  });
  form.on("filesLimit", () =>
    refuse(
      fieldProblem(
        "attachments",
        `Bitte höchstens ${MAX_ATTACHMENTS} Anhänge.`,
        "TOO_MANY",
        "UNPROCESSABLE",
      ),
    ),
  );
  form.on("partsLimit", () => refuse(new AppError("BAD_REQUEST")));
  try {
    await feedForm(call.stream, form);
  } catch (error) {
    if (error instanceof AppError) refuse(error.status === 413 ? allTooLarge() : error);
    else
      refuse(
        new AppError("BAD_REQUEST", {
          code: "UPLOAD_BROKEN",
          detail: "Das Formular ist nicht vollständig angekommen.",
          cause: error,
        }),
      );
  }
  await queue;
  if (refusal !== undefined) throw refusal;
  return { request: parsed(json), files };
}

function parsed(json: string | undefined): MessageRequest {
  if (json === undefined) throw fieldProblem("request", "Der Teil „request“ fehlt.", "REQUIRED");
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new AppError("BAD_REQUEST", {
      code: "NOT_JSON",
      detail: "Der Teil „request“ ist kein JSON.",
      cause: error,
    });
  }
  const result = messageRequest.safeParse(value);
  if (!result.success) throw validationError(result.error, "");
  return result.data;
}

function openForm(headers: Record<string, unknown>) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      // One more than allowed, so that too many are told from just enough.
      limits: {
        files: MAX_ATTACHMENTS + 2,
        fileSize: MAX_ATTACHMENT_BYTES,
        fields: 5,
        fieldSize: MAX_REQUEST_BYTES,
        parts: MAX_ATTACHMENTS + 10,
      },
    });
  } catch (error) {
    throw new AppError("UNSUPPORTED_TYPE", {
      code: "NOT_A_FORM",
      detail: "Diese Anfrage ist kein Formular.",
      cause: error,
    });
  }
}
