import { typedWords } from "#platform/contract/fold.ts";
import { toPage } from "#platform/contract/paging.ts";
import type { QueryOf } from "#platform/contract/route.ts";
import { contentDisposition } from "#platform/server/http/content-disposition.ts";
import { AppError, fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";
import type { Services } from "#platform/server/services.ts";
import type { Delivery, Message, messagesContract } from "../../contract.ts";
import { selectAttachments } from "../sending/attachment-queries.ts";
import { copyAttachments, requireFit, fingerprintOf } from "../sending/attachments.ts";
import { deliveriesOf } from "./delivery.ts";
import { readMessageForm } from "../sending/message-form.ts";
import {
  countMessages,
  type Folder,
  type MessageRecord,
  searchMessageIds,
  selectMessage,
  selectMessages,
  setRemoved,
  updateRead,
} from "./message-queries.ts";
import { toMessage } from "./presenters.ts";
import { seesOtherRecipients } from "../addressees/rules.ts";
import { sendMessage } from "../sending/send-message.ts";

type Routes = Pick<
  typeof messagesContract,
  | "sendMessage"
  | "searchMessages"
  | "searchUnread"
  | "countUnread"
  | "searchSent"
  | "getMessage"
  | "setRead"
  | "deleteMessage"
  | "restoreMessage"
  | "getAttachment"
>;

/** Names that a list shows of those named by themselves. */
const PEOPLE_IN_LISTS = 20;
/** A recipient who sees them sees so many, the sender all. */
const PEOPLE_FOR_RECIPIENTS = 200;
const ALL_PEOPLE = 20_000;
/** Hits of a search that are counted and paged through. */
const MOST_HITS = 1_000;

export function messageHandlers({ blobs, live, recipientSources }: Services): Handlers<Routes> {
  // Counting tens of thousands of rows takes longer than reading a page; it is done again only when
  // something changes.
  const counts = new TenantCache<number>(live);
  const deliveries = new TenantCache<ReadonlyMap<string, Delivery>>(live);
  const countOf = (
    tenantId: string,
    { userId }: Principal,
    folder: Folder,
    run: (count: (tx: ReadTx) => Promise<number>) => Promise<number>,
  ) =>
    counts.get(tenantId, `${userId} ${folder}`, () =>
      run((tx) => countMessages(tx, folder, userId)),
    );
  const pageOfFolder = (
    tx: ReadTx,
    reader: Principal,
    folder: Folder,
    query: QueryOf<typeof messagesContract.searchMessages>,
  ) =>
    readPage(tx, reader, folder, query, {
      messages: () => countOf(tx.tenantId, reader, folder, (count) => count(tx)),
      deliveries: (records) =>
        deliveries.get(tx.tenantId, records.map(({ id }) => id).join(" "), () =>
          deliveriesOf(tx, records),
        ),
    });

  return {
    async sendMessage(call) {
      const { principal } = call;
      const { request, files } = await readMessageForm(call, blobs);
      const forwarded = request.forwardAttachmentsOf ?? null;
      const copied =
        forwarded === null
          ? []
          : await copyAttachments(
              blobs,
              await call.read((tx) => attachmentsToForward(tx, principal, forwarded)),
            );
      const all = [...copied, ...files];
      requireFit(all);
      return call.idempotent(fingerprintOf(JSON.stringify(request), all), async (tx) => {
        const id = await sendMessage(tx, principal, request, all, recipientSources);
        call.created(`/message/${id}`);
        return messageOf(tx, principal, id);
      });
    },
    searchMessages: ({ read, principal, query }) =>
      read((tx) => pageOfFolder(tx, principal, "RECEIVED", query)),
    searchUnread: ({ read, principal, query }) =>
      read((tx) => pageOfFolder(tx, principal, "UNREAD", query)),
    async countUnread({ read, principal, tenant }) {
      return { count: await countOf(tenant.id, principal, "UNREAD", read) };
    },
    searchSent: ({ read, principal, query }) =>
      read((tx) => pageOfFolder(tx, principal, "SENT", query)),
    getMessage: ({ read, principal, params }) => read((tx) => messageOf(tx, principal, params.id)),
    setRead: ({ write, principal, params, query }) =>
      write(async (tx) => {
        await updateRead(tx, params.id, principal.userId, query.read);
        return messageOf(tx, principal, params.id);
      }),
    deleteMessage: ({ write, principal, params }) =>
      write(async (tx) => {
        const found = await selectMessage(tx, params.id, principal.userId, { people: 0 });
        if (found === undefined) throw notFound();
        if (found.held_until !== null) throw stillHeld();
        await setRemoved(tx, params.id, principal.userId, true);
      }),
    restoreMessage: ({ write, principal, params }) =>
      write(async (tx) => {
        if (
          (await selectMessage(tx, params.id, principal.userId, { people: 0, removed: true })) ===
          undefined
        )
          throw notFound();
        await setRemoved(tx, params.id, principal.userId, false);
        return messageOf(tx, principal, params.id);
      }),
    async getAttachment({ read, principal, params, query }) {
      const attachments = await read(async (tx) => {
        if ((await selectMessage(tx, params.id, principal.userId, { people: 0 })) === undefined)
          throw notFound();
        return selectAttachments(tx, params.id);
      });
      const found = attachments.find(({ id }) => id === params.attachment);
      if (found === undefined) throw notFound();
      const isShown = query.inline && found.content_type.startsWith("image/");
      return {
        contentType: found.content_type,
        content: await blobs.get(found.blob_key),
        headers: attachmentHeaders(found, isShown ? "inline" : "attachment"),
      };
    },
  };
}

/** Removed now, a message would go out all the same, and without its sender seeing it. */
function stillHeld(): AppError {
  return new AppError("CONFLICT", {
    code: "STILL_HELD",
    detail:
      "Diese Nachricht geht gerade erst hinaus. Holen Sie sie zurück, oder löschen Sie sie in einigen Sekunden.",
  });
}

/** Nothing in an attachment may run or load anything, and its type is what we say. */
export function attachmentHeaders(
  { name, size }: { name: string; size: number },
  kind: "inline" | "attachment",
): Record<string, string> {
  return {
    "content-length": String(size),
    "content-disposition": contentDisposition(kind, name),
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    // Asked again each time: the right to see it may be gone.
    "cache-control": "private, no-cache",
  };
}

async function messageOf(tx: ReadTx, reader: Principal, id: string): Promise<Message> {
  const record = await selectMessage(tx, id, reader.userId, { people: ALL_PEOPLE });
  if (record === undefined) throw notFound();
  const shown = record.sent_by_reader
    ? record
    : { ...record, people: record.people.slice(0, PEOPLE_FOR_RECIPIENTS) };
  return toMessage(shown, reader, (await deliveriesOf(tx, [record])).get(id));
}

async function readPage(
  tx: ReadTx,
  reader: Principal,
  folder: Folder,
  query: QueryOf<typeof messagesContract.searchMessages>,
  counted: {
    messages(): Promise<number>;
    deliveries(records: readonly MessageRecord[]): Promise<ReadonlyMap<string, Delivery>>;
  },
) {
  const people = seesOtherRecipients(reader, { sentByReader: folder === "SENT" })
    ? PEOPLE_IN_LISTS
    : 0;
  const words = typedWords(query.q ?? "");
  if (query.q !== undefined && query.q.trim() !== "" && words.length === 0)
    return toPage([], 0, query);
  const wanted = {
    terms: words.map(({ folded }) => folded),
    typed: words.map(({ typed }) => typed),
    most: MOST_HITS,
  };
  const ids =
    words.length === 0 ? undefined : await searchMessageIds(tx, reader.userId, folder, wanted);
  const [records, count] = await Promise.all([
    selectMessages(tx, { readerId: reader.userId, folder, ids, ...query }, people),
    ids === undefined ? counted.messages() : Promise.resolve(ids.length),
  ]);
  const deliveries = await counted.deliveries(
    records.filter(({ sent_by_reader }) => sent_by_reader),
  );
  return toPage(
    records.map((record) => toMessage(record, reader, deliveries.get(record.id))),
    count,
    query,
  );
}

/** What of a message may be sent on: of one that the sender may read. */
export async function attachmentsToForward(tx: ReadTx, sender: Principal, messageId: string) {
  if ((await selectMessage(tx, messageId, sender.userId, { people: 0 })) === undefined) {
    throw fieldProblem(
      "forwardAttachmentsOf",
      "Diese Nachricht gibt es nicht.",
      "NOT_FOUND",
      "UNPROCESSABLE",
    );
  }
  return selectAttachments(tx, messageId);
}
