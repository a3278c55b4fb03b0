import { v7 as uuidv7 } from "uuid";
import { foldedText } from "#platform/contract/fold.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { addJob } from "#platform/server/jobs/add-job.ts";
import { prepareMails } from "../mail/prepare-mails.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { RecipientSource } from "#platform/server/recipient-source.ts";
import type { MessageRequest } from "../../contract.ts";
import {
  type Addressees,
  insertHeldRecipients,
  insertRecipients,
} from "../addressees/addressed-queries.ts";
import { selectNamedGroups } from "../addressees/addressee-queries.ts";
import { resolveAddressees } from "../addressees/addressees.ts";
import {
  type AttachmentRow,
  insertAttachments,
  selectDraftAttachments,
} from "./attachment-queries.ts";
import { claimFiles, requireFit, type StoredFile } from "./attachments.ts";
import { cleanHtml } from "../content/clean-html.ts";
import { deleteDraftRow, lockDraft } from "../drafts/draft-queries.ts";
import { markReplied, selectMessage } from "../inbox/message-queries.ts";
import { plainText } from "../content/plain-text.ts";
import { releaseMessage } from "./release-message.ts";
import {
  insertMessage,
  insertMessageGroups,
  type NamedAddressees,
  setRecipientCount,
} from "./send-queries.ts";

/**
 * Sends a message: writes it down with everybody who receives it today, and has it mailed, or
 * released when its time to be called back has passed. All or nothing; no mail is made here.
 * Returns its id.
 * @param files stored already; they become the message's
 */
export async function sendMessage(
  tx: WriteTx,
  sender: Principal,
  request: MessageRequest,
  files: readonly StoredFile[],
  sources: readonly RecipientSource[],
): Promise<string> {
  const { recipientIds, recipientGroupIds, recipientSets } = request;
  if (recipientIds.length + recipientGroupIds.length + recipientSets.length === 0)
    throw noRecipients("Bitte wählen Sie aus, an wen die Nachricht gehen soll.");
  const addressees = await resolveAddressees(tx, sender, request, sources);
  const replyTo = request.replyTo ?? null;
  if (replyTo !== null && !(await hasHad(tx, replyTo, sender))) {
    throw fieldProblem("replyTo", "Diese Nachricht gibt es nicht.", "NOT_FOUND", "UNPROCESSABLE");
  }
  const drafted = await takeDraft(tx, sender, request.draftId ?? null);
  const attachments = [...drafted, ...(await claimFiles(tx, files))];
  requireFit(attachments);
  const seconds = request.callBackSeconds;
  const heldUntil = seconds === 0 ? null : new Date(Date.now() + seconds * 1_000);

  const { id, count } = await writeMessage(tx, sender, {
    subject: request.subject,
    html: request.messageContent,
    addressees,
    replyTo,
    attachments,
    sentAt: null,
    heldUntil,
  });
  if (count === 0) throw noRecipients("So würde die Nachricht niemanden erreichen.");
  if (heldUntil !== null) {
    await addJob(tx, releaseMessage, { messageId: id }, { key: id, runAt: heldUntil });
    return id;
  }
  if (replyTo !== null) await markReplied(tx, replyTo, sender.userId);
  await addJob(tx, prepareMails, { messageId: id });
  return id;
}

interface Written {
  subject: string;
  html: string;
  addressees: Addressees;
  replyTo: string | null;
  /** Whose bytes are claimed already. */
  attachments: readonly AttachmentRow[];
  /** Null: now. */
  sentAt: Date | null;
  /** Nobody receives it before; null: they have received it with this. */
  heldUntil: Date | null;
}

/**
 * Writes a message down with everybody who receives it; returns how many these are. No one is asked
 * whether it may be sent, and no mail goes out.
 */
export async function writeMessage(
  tx: WriteTx,
  sender: Pick<Principal, "userId" | "name">,
  written: Written,
): Promise<{ id: string; count: number }> {
  const { addressees, attachments, replyTo, sentAt, heldUntil } = written;
  const id = uuidv7(sentAt === null ? {} : { msecs: sentAt.getTime() });
  const content = cleanHtml(written.html);
  const named = await namedBy(tx, addressees, heldUntil !== null);
  const message = {
    id,
    sender_id: sender.userId,
    subject: written.subject.trim(),
    content,
    plain_text: plainText(content),
    reply_to: replyTo,
    sent_at: sentAt,
    held_until: heldUntil,
  };
  const text = [
    message.subject,
    message.plain_text,
    sender.name,
    ...named.map(({ name }) => name),
    ...attachments.map(({ name }) => name),
  ].join("\n");
  await insertMessage(tx, message, { text, folded: foldedText(text) });
  await insertMessageGroups(tx, id, named);
  await insertAttachments(tx, id, attachments);
  const count =
    heldUntil === null
      ? await insertRecipients(tx, id, addressees, sender.userId, sentAt)
      : await insertHeldRecipients(tx, id, addressees, sender.userId);
  await setRecipientCount(tx, id, count);
  return { id, count };
}

/** Groups and sets as they stand over the message. */
async function namedBy(
  tx: WriteTx,
  { recipientGroupIds, sets }: Addressees,
  held: boolean,
): Promise<NamedAddressees[]> {
  const groups = inOrder(recipientGroupIds, await selectNamedGroups(tx, recipientGroupIds));
  return [
    ...groups.map(({ id, name, groupName }) => ({
      id,
      name: groupName === null ? name : `${groupName}->${name}`,
      set: null,
    })),
    ...sets.map(({ set, publicLabel }) => ({
      id: null,
      name: publicLabel,
      set: set.kind === "FILTER" && !held ? null : set,
    })),
  ];
}

/**
 * Received or sent the message; removing it from the list first does not prevent an answer.
 */
async function hasHad(tx: WriteTx, messageId: string, reader: Principal): Promise<boolean> {
  for (const removed of [false, true])
    if ((await selectMessage(tx, messageId, reader.userId, { people: 0, removed })) !== undefined)
      return true;
  return false;
}

/** The attachments of the sender's draft, which is gone with this: a draft is sent once. */
async function takeDraft(tx: WriteTx, sender: Principal, draftId: string | null) {
  if (draftId === null) return [];
  if (!(await lockDraft(tx, draftId, sender.userId))) {
    throw new AppError("CONFLICT", {
      code: "DRAFT_GONE",
      detail: "Diesen Entwurf gibt es nicht mehr. Vielleicht wurde er schon gesendet.",
    });
  }
  const attachments = await selectDraftAttachments(tx, draftId);
  await deleteDraftRow(tx, draftId);
  return attachments;
}

function inOrder<T extends { id: string }>(ids: readonly string[], rows: readonly T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function noRecipients(message: string): AppError {
  return fieldProblem("recipientIds", message, "NO_RECIPIENTS", "UNPROCESSABLE");
}
