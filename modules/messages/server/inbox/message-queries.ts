import { type AliasableExpression, type InferResult, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { anyOf, direction, now, pageBound } from "#platform/server/database/expressions.ts";
import type { Row } from "#platform/server/database/tables.ts";
import { type Attachment, MAX_LISTED_CONTENT, type RecipientSet } from "../../contract.ts";

/** RECEIVED and UNREAD: what came in. SENT: what one wrote. */
export type Folder = "RECEIVED" | "UNREAD" | "SENT";

interface Shape {
  /** Most members named by themselves that are read along. */
  people: number;
  /** Long contents are left out. */
  short: boolean;
}

/** What one reader has of a message. */
type Own = Row<"message", "id"> &
  Row<"message_recipient", "direct" | "read_at" | "replied_at"> & {
    sent_by_reader: boolean;
    received: boolean;
  };

const senderHasPicture = sql<boolean>`coalesce((
  SELECT s.has_picture FROM person s WHERE s.id = m.sender_id), false)`;

const groups = sql<
  (Row<"message_group", "name"> & { id: string | null; set: RecipientSet | null })[]
>`coalesce((
  SELECT json_agg(json_build_object('id', g.group_id, 'name', g.name, 'set', g.recipient_set)
    ORDER BY g.position)
  FROM message_group g WHERE g.message_id = m.id), '[]')`;

const attachments = sql<Attachment[]>`coalesce((
  SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type,
    'size', a.size) ORDER BY a.position)
  FROM message_attachment a WHERE a.message_id = m.id), '[]')`;

/**
 * Members named by themselves, as many as are asked for; of a held message, which its sender alone
 * reads, those who will receive it.
 */
function peopleOf(most: number) {
  return sql<{ id: string; name: string }[]>`coalesce((
    SELECT json_agg(json_build_object('id', p.id, 'name', full_name(p.first_name, p.last_name)))
    FROM (SELECT d.user_id FROM message_recipient d
      WHERE d.message_id = m.id AND d.direct
      UNION ALL SELECT h.user_id FROM message_held_recipient h
      WHERE m.held_until IS NOT NULL AND h.message_id = m.id AND h.direct LIMIT ${most}) few
    JOIN person p ON p.id = few.user_id), '[]')`;
}

/** Messages that a reader has, newest first. */
function messages(tx: ReadTx, own: AliasableExpression<Own>, { people, short }: Shape) {
  const isShort = sql<boolean>`length(m.content) <= ${MAX_LISTED_CONTENT}::int`;
  const content = sql<
    string | null
  >`${short ? sql`CASE WHEN ${isShort} THEN m.content END` : sql.ref("m.content")}`;
  const length = sql<number>`CASE WHEN ${isShort} THEN 400 ELSE ${MAX_LISTED_CONTENT}::int END`;
  return sqlOf(tx)
    .selectFrom(own.as("own"))
    .innerJoin("message as m", "m.id", "own.id")
    .select([
      "m.id",
      "m.sender_id",
      "m.sender_first_name",
      "m.sender_last_name",
      "m.subject",
      senderHasPicture.as("sender_has_picture"),
      // Null in lists when it is long.
      content.as("content"),
      // The first characters of the text; MAX_LISTED_CONTENT of them where `content` is null.
      sql<string>`left(m.plain_text, ${short ? length : sql.lit(400)})`.as("beginning"),
      "m.sent_at",
      "m.held_until",
      "m.recipient_count",
      "m.reply_to",
      "own.sent_by_reader",
      "own.received",
      // The reader was named by themselves.
      "own.direct",
      "own.read_at",
      "own.replied_at",
      groups.as("groups"),
      attachments.as("attachments"),
      peopleOf(people).as("people"),
    ])
    .orderBy("m.sent_at", "desc")
    .orderBy("m.id", "desc");
}

/** A message as one reader has it. */
export type MessageRecord = InferResult<ReturnType<typeof messages>>[number];

interface Wanted {
  readerId: string;
  folder: Folder;
  page: number;
  size: number;
  dir: "ASC" | "DESC";
  /** Only these, all of them the reader's own. */
  ids?: readonly string[] | undefined;
}

function sent(tx: ReadTx, readerId: string) {
  return sqlOf(tx)
    .selectFrom("message")
    .where("sender_id", "=", readerId)
    .where("deleted_at", "is", null);
}

function received(tx: ReadTx, folder: Exclude<Folder, "SENT">, readerId: string) {
  const found = sqlOf(tx)
    .selectFrom("message_recipient")
    .where("user_id", "=", readerId)
    .where("deleted_at", "is", null);
  return folder === "UNREAD" ? found.where("read_at", "is", null) : found;
}

/** What a page of the folder is the end of. */
function firstSent(tx: ReadTx, { readerId, page, size, dir, ids }: Wanted) {
  const way = direction(dir);
  const found = sent(tx, readerId);
  return (ids === undefined ? found : found.where("id", "=", anyOf(ids)))
    .select([
      "id",
      sql<boolean>`true`.as("sent_by_reader"),
      sql<boolean>`false`.as("received"),
      sql<boolean>`false`.as("direct"),
      sql<Date | null>`NULL::timestamptz`.as("read_at"),
      sql<Date | null>`NULL::timestamptz`.as("replied_at"),
    ])
    .orderBy("sent_at", way)
    .orderBy("id", way)
    .limit(pageBound((page + 1) * size));
}

/** The same of what came in. */
function firstReceived(
  tx: ReadTx,
  folder: Exclude<Folder, "SENT">,
  { readerId, page, size, dir, ids }: Wanted,
) {
  const way = direction(dir);
  const found = received(tx, folder, readerId);
  return (ids === undefined ? found : found.where("message_id", "=", anyOf(ids)))
    .select([
      "message_id as id",
      sql<boolean>`false`.as("sent_by_reader"),
      sql<boolean>`true`.as("received"),
      "direct",
      "read_at",
      "replied_at",
    ])
    .orderBy("sent_at", way)
    .orderBy("message_id", way)
    .limit(pageBound((page + 1) * size));
}

/** One page of a folder. */
export async function selectMessages(
  tx: ReadTx,
  wanted: Wanted,
  people: number,
): Promise<MessageRecord[]> {
  const { folder, dir } = wanted;
  const first = folder === "SENT" ? firstSent(tx, wanted) : firstReceived(tx, folder, wanted);
  const own = sqlOf(tx)
    .selectFrom(first.as("first"))
    .selectAll()
    .limit(wanted.size)
    .offset(wanted.page * wanted.size);
  const found = await messages(tx, own, { people, short: true }).execute();
  return dir === "ASC" ? found.toReversed() : found;
}

export async function countMessages(tx: ReadTx, folder: Folder, readerId: string): Promise<number> {
  const { count } = await (
    folder === "SENT"
      ? sent(tx, readerId).select(({ fn }) => fn.countAll<number>().as("count"))
      : received(tx, folder, readerId).select(({ fn }) => fn.countAll<number>().as("count"))
  ).executeTakeFirstOrThrow();
  return count;
}

/**
 * A message that the reader received or sent and has not removed; undefined for others.
 * `removed`: the other way round.
 */
export function selectMessage(
  tx: ReadTx,
  id: string,
  readerId: string,
  { people, removed = false }: { people: number; removed?: boolean },
): Promise<MessageRecord | undefined> {
  const state = removed ? "is not" : "is";
  const own = sqlOf(tx)
    .selectFrom("message as m")
    .leftJoin("message_recipient as r", (join) =>
      join
        .onRef("r.message_id", "=", "m.id")
        .on("r.user_id", "=", readerId)
        .on("r.deleted_at", state, null),
    )
    .select(({ eb, and }) => [
      "m.id",
      and([eb("m.sender_id", "is not distinct from", readerId), eb("m.deleted_at", state, null)])
        .$castTo<boolean>()
        .as("sent_by_reader"),
      sql<boolean>`r.user_id IS NOT NULL`.as("received"),
      sql<boolean>`coalesce(r.direct, false)`.as("direct"),
      "r.read_at",
      "r.replied_at",
    ])
    .where("m.id", "=", id)
    .where(({ eb, and, or }) =>
      or([
        eb("r.user_id", "is not", null),
        and([eb("m.sender_id", "=", readerId), eb("m.deleted_at", state, null)]),
      ]),
    );
  return messages(tx, own, { people, short: false }).executeTakeFirst();
}

/** Returns the ids of a reader's own messages with these words, newest first (`find_messages`). */
export async function searchMessageIds(
  tx: ReadTx,
  readerId: string,
  folder: Folder | "ALL",
  { terms, typed, most }: { terms: readonly string[]; typed: readonly string[]; most: number },
): Promise<string[]> {
  const found = sql<string[]>`ARRAY(
    SELECT find_messages(${readerId}, ${folder}, ${terms}::text[], ${typed}::text[], ${most}))`;
  const { ids } = await sqlOf(tx).selectNoFrom(found.as("ids")).executeTakeFirstOrThrow();
  return ids;
}

export async function countReaders(
  tx: ReadTx,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  if (messageIds.length === 0) return new Map();
  const rows = await sqlOf(tx)
    .selectFrom("message_recipient")
    .select(({ fn }) => ["message_id", fn.countAll<number>().as("read")])
    .where("message_id", "=", anyOf(messageIds))
    .where("read_at", "is not", null)
    .groupBy("message_id")
    .execute();
  return new Map(rows.map(({ message_id, read }) => [message_id, read]));
}

/** Marks a received message; nothing happens where it is marked so already. */
export async function updateRead(
  tx: WriteTx,
  id: string,
  readerId: string,
  isRead: boolean,
): Promise<void> {
  await receivedRow(tx, id, readerId)
    .set({ read_at: isRead ? now : null })
    .where("deleted_at", "is", null)
    .where("read_at", isRead ? "is" : "is not", null)
    .execute();
}

export async function markReplied(tx: WriteTx, id: string, readerId: string): Promise<void> {
  await receivedRow(tx, id, readerId)
    .set({ replied_at: now, read_at: sql<Date>`coalesce(read_at, now())` })
    .execute();
}

function receivedRow(tx: WriteTx, id: string, readerId: string) {
  return sqlOf(tx)
    .updateTable("message_recipient")
    .where("message_id", "=", id)
    .where("user_id", "=", readerId);
}

/** Takes a message off a person's lists, or puts it back. */
export async function setRemoved(
  tx: WriteTx,
  id: string,
  readerId: string,
  isRemoved: boolean,
): Promise<void> {
  const change = { deleted_at: isRemoved ? now : null };
  const before = isRemoved ? "is" : "is not";
  await receivedRow(tx, id, readerId).set(change).where("deleted_at", before, null).execute();
  await sqlOf(tx)
    .updateTable("message")
    .set(change)
    .where("id", "=", id)
    .where("sender_id", "=", readerId)
    .where("deleted_at", before, null)
    .execute();
}
