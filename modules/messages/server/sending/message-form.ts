import { text } from "node:stream/consumers";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { Call } from "#platform/server/http/implement.ts";
import { validationError } from "#platform/server/http/problems.ts";
import { type FilePart, readForm } from "#platform/server/http/read-form.ts";
import {
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  type MessageRequest,
  messageRequest,
  type messagesContract,
} from "../../contract.ts";
import {
  allTooLarge,
  requireFit,
  type StoredFile,
  storeAttachment,
  tooManyAttachments,
} from "./attachments.ts";

const LIMITS = {
  // More than allowed, as the request may be a file too, and too many are told from just enough.
  files: MAX_ATTACHMENTS + 2,
  fileSize: MAX_ATTACHMENT_BYTES,
  fields: 5,
  fieldSize: 3 * 1024 * 1024,
};

export interface MessageForm {
  request: MessageRequest;
  files: StoredFile[];
}

/**
 * Reads the form of a message: the part `request`, as a field or as a file (browsers send JSON with
 * a type that way), and the parts `attachments`. The first refusal counts; what was stored until
 * then is claimed by no row and cleaned up.
 */
export async function readMessageForm(
  call: Call<typeof messagesContract.sendMessage>,
  blobs: BlobStore,
): Promise<MessageForm> {
  const files: StoredFile[] = [];
  let json: string | undefined;
  const takeRequest = (value: string) => {
    if (json !== undefined)
      throw misfit("request", "Dieser Teil darf nur einmal vorkommen.", "TOO_MANY");
    json = value;
  };
  await readForm(call, {
    limits: LIMITS,
    field(name, value) {
      if (name !== "request") throw unknownPart(name);
      takeRequest(value);
    },
    async file({ field, fileName, content }: FilePart) {
      if (field === "request") return takeRequest(await text(content));
      if (field !== "attachments") throw unknownPart(field);
      if (files.length === 0) await call.requireRoom();
      files.push(await storeAttachment(blobs, content, fileName));
      requireFit(files);
    },
    tooMany: () => {
      throw tooManyAttachments();
    },
    tooLarge: allTooLarge,
  });
  return { request: parsed(json), files };
}

/** A form that has not the shape of this call's. */
function misfit(path: string, message: string, code: string): AppError {
  return fieldProblem(path, message, code, "VALIDATION_FAILED");
}

function unknownPart(name: string): AppError {
  return misfit(name, "Diese Angabe gibt es hier nicht.", "UNKNOWN_FIELD");
}

function parsed(json: string | undefined): MessageRequest {
  if (json === undefined) throw misfit("request", "Der Teil „request“ fehlt.", "REQUIRED");
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
  if (!result.success) throw validationError(result.error);
  return result.data;
}
