import { v7 as uuidv7 } from "uuid";
import { toPage } from "#platform/contract/paging.ts";
import { AppError, notFound } from "#platform/server/http/app-error.ts";
import { releaseBlob, releaseBlobs } from "#platform/server/blobs/blob-queries.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import type { DraftFields, messagesContract } from "../../contract.ts";
import {
  deleteDraftAttachment,
  insertDraftAttachments,
  selectDraftAttachments,
} from "../sending/attachment-queries.ts";
import {
  claimFiles,
  copyAttachments,
  requireFit,
  fingerprintOf,
  storeAttachment,
} from "../sending/attachments.ts";
import { cleanHtml } from "../content/clean-html.ts";
import { draftOf } from "./draft-of.ts";
import {
  countDrafts,
  deleteDraftRow,
  insertDraft,
  lockDraft,
  selectDraft,
  selectDrafts,
  updateDraftRow,
} from "./draft-queries.ts";
import { attachmentHeaders, attachmentsToForward } from "../inbox/message-handlers.ts";
import { selectMessage } from "../inbox/message-queries.ts";
import { toDraft } from "../inbox/presenters.ts";

type Routes = Pick<
  typeof messagesContract,
  | "searchDrafts"
  | "createDraft"
  | "getDraft"
  | "updateDraft"
  | "deleteDraft"
  | "uploadDraftAttachment"
  | "getDraftAttachment"
  | "deleteDraftAttachment"
>;

/** More than a person ever has; keeps a faulty page from filling the database. */
const MOST_DRAFTS = 500;

export function draftHandlers({ blobs }: Services): Handlers<Routes> {
  return {
    searchDrafts: ({ read, principal, query }) =>
      read(async (tx) => {
        const { records, count } = await selectDrafts(tx, principal.userId, query);
        return toPage(records.map(toDraft), count, query);
      }),
    async createDraft(call) {
      const { principal, body } = call;
      const forwarded = body.forwardAttachmentsOf ?? null;
      const files =
        forwarded === null
          ? []
          : await copyAttachments(
              blobs,
              await call.read((tx) => attachmentsToForward(tx, principal, forwarded)),
            );
      return call.write(async (tx) => {
        if ((await countDrafts(tx, principal.userId)) >= MOST_DRAFTS) {
          throw new AppError("UNPROCESSABLE", {
            code: "TOO_MANY_DRAFTS",
            detail: "Sie haben sehr viele Entwürfe. Bitte löschen Sie zuerst einige davon.",
          });
        }
        const id = uuidv7();
        await insertDraft(tx, id, principal.userId, await asKept(tx, principal.userId, body));
        await insertDraftAttachments(tx, id, await claimFiles(tx, files));
        call.created(`/message/draft/${id}`);
        return draftOf(tx, id, principal.userId);
      });
    },
    getDraft: ({ read, principal, params }) =>
      read((tx) => draftOf(tx, params.id, principal.userId)),
    updateDraft: ({ write, principal, params, body }) =>
      write(async (tx) => {
        if (!(await lockDraft(tx, params.id, principal.userId))) throw notFound();
        if (
          !(await updateDraftRow(
            tx,
            params.id,
            body.version,
            await asKept(tx, principal.userId, body),
          ))
        ) {
          throw new AppError("STALE_VERSION", {
            current: await draftOf(tx, params.id, principal.userId),
          });
        }
        return draftOf(tx, params.id, principal.userId);
      }),
    deleteDraft: ({ write, principal, params }) =>
      write(async (tx) => {
        if (!(await lockDraft(tx, params.id, principal.userId))) throw notFound();
        await dropDraft(tx, params.id);
      }),
    async uploadDraftAttachment(call) {
      const { params, principal, query } = call;
      // Before the bytes are taken, and again when they are there.
      await call.read((tx) => draftOf(tx, params.id, principal.userId));
      await call.requireRoom();
      const file = await storeAttachment(blobs, call.stream, query.name);
      return call.idempotent(fingerprintOf(params.id, [file]), async (tx) => {
        if (!(await lockDraft(tx, params.id, principal.userId))) throw notFound();
        requireFit([...(await selectDraftAttachments(tx, params.id)), file]);
        const rows = await claimFiles(tx, [file]);
        await insertDraftAttachments(tx, params.id, rows);
        const [row] = rows;
        if (row === undefined) throw new Error("no attachment was kept");
        call.created(`/message/draft/${params.id}/attachment/${row.id}`);
        return { id: row.id, name: row.name, contentType: row.content_type, size: row.size };
      });
    },
    async getDraftAttachment({ read, principal, params }) {
      const found = await read((tx) =>
        attachmentOf(tx, params.id, params.attachment, principal.userId),
      );
      return {
        contentType: found.content_type,
        content: await blobs.get(found.blob_key),
        headers: attachmentHeaders(found, "attachment"),
      };
    },
    deleteDraftAttachment: ({ write, principal, params }) =>
      write(async (tx) => {
        if (!(await lockDraft(tx, params.id, principal.userId))) throw notFound();
        const found = await attachmentOf(tx, params.id, params.attachment, principal.userId);
        await deleteDraftAttachment(tx, found.id);
        await releaseBlob(tx, found.blob_key);
      }),
  };
}

/**
 * As it goes into the table: markup that a message may not have is gone, an answered message is one
 * that the owner may read.
 */
async function asKept(tx: ReadTx, ownerId: string, fields: DraftFields): Promise<DraftFields> {
  const replyTo = fields.replyTo ?? null;
  const isKnown =
    replyTo !== null && (await selectMessage(tx, replyTo, ownerId, { people: 0 })) !== undefined;
  return {
    ...fields,
    messageContent: cleanHtml(fields.messageContent),
    replyTo: isKnown ? replyTo : null,
  };
}

async function attachmentOf(tx: ReadTx, draftId: string, attachmentId: string, ownerId: string) {
  if ((await selectDraft(tx, draftId, ownerId)) === undefined) throw notFound();
  const found = (await selectDraftAttachments(tx, draftId)).find(({ id }) => id === attachmentId);
  if (found === undefined) throw notFound();
  return found;
}

/** Throws a draft and its files away. */
export async function dropDraft(tx: WriteTx, id: string): Promise<void> {
  const attachments = await selectDraftAttachments(tx, id);
  await deleteDraftRow(tx, id);
  await releaseBlobs(
    tx,
    attachments.map(({ blob_key }) => blob_key),
  );
}
