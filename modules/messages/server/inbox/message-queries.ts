import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import { type Attachment, MAX_LISTED_CONTENT } from "../../contract.ts";

/** A message as one reader has it. */
export interface MessageRecord {
  id: string;
  sender_id: string | null;
  sender_first_name: string;
  sender_last_name: string;
  sender_has_picture: boolean;
  subject: string;
  /** Null in lists when it is long. */
  content: string | null;
  /** The first characters of the text; MAX_LISTED_CONTENT of them where `content` is null. */
  beginning: string;
  sent_at: Date;
  recipient_count: number;
  reply_to: string | null;
  sent_by_reader: boolean;
  received: boolean;
  read_at: Date | null;
  replied_at: Date | null;
  groups: { id: string | null; name: string }[];
  attachments: Attachment[];
  /** The reader was named by themselves. */
  direct: boolean;
  /** Members named by themselves, as many as were asked for. */
  people: { id: string; name: string }[];
}

/** RECEIVED and UNREAD: what came in. SENT: what one wrote. */
export type Folder = "RECEIVED" | "UNREAD" | "SENT";

interface Shape {
  /** Most members named by themselves that are read along. */
  people: number;
  /** Long contents are left out. */
  short: boolean;
}

/**
 * The columns of messages `own` (id, sent_by_reader, received, direct, read_at, replied_at), newest
 * first.
 */
function columns(own: RawBuilder<unknown>, { people, short }: Shape): RawBuilder<MessageRecord> {
  return sql<MessageRecord>`
    SELECT m.id, m.sender_id, m.sender_first_name, m.sender_last_name, m.subject,
      coalesce((SELECT s.picture_256 IS NOT NULL FROM member s WHERE s.id = m.sender_id), false) AS sender_has_picture,
      ${short ? sql`CASE WHEN length(m.content) <= ${MAX_LISTED_CONTENT}::int THEN m.content END` : sql`m.content`} AS content,
      left(m.plain_text, ${short ? sql`CASE WHEN length(m.content) <= ${MAX_LISTED_CONTENT}::int THEN 400 ELSE ${MAX_LISTED_CONTENT}::int END` : sql`400`}) AS beginning,
      m.sent_at, m.recipient_count, m.reply_to, own.sent_by_reader, own.received, own.direct, own.read_at, own.replied_at,
      coalesce((SELECT json_agg(json_build_object('id', g.group_id, 'name', g.name) ORDER BY g.position) FROM message_group g WHERE g.message_id = m.id), '[]') AS groups,
      coalesce((SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type, 'size', a.size) ORDER BY a.position)
        FROM message_attachment a WHERE a.message_id = m.id), '[]') AS attachments,
      coalesce((SELECT json_agg(json_build_object('id', p.id, 'name', full_name(p.first_name, p.last_name)))
        FROM (SELECT d.user_id FROM message_recipient d WHERE d.message_id = m.id AND d.direct LIMIT ${people}) few
        JOIN member p ON p.id = few.user_id), '[]') AS people
    FROM (${own}) own JOIN message m ON m.id = own.id
    ORDER BY m.sent_at DESC, m.id DESC`;
}

interface Wanted {
  readerId: string;
  folder: Folder;
  page: number;
  size: number;
  dir: "ASC" | "DESC";
  /** Only these, all of them the reader's own. */
  ids?: readonly string[] | undefined;
}

/** A folder's rows and columns. */
function folderOf(folder: Folder, readerId: string) {
  if (folder === "SENT") {
    return {
      rows: sql`FROM message WHERE sender_id = ${readerId} AND deleted_at IS NULL`,
      columns: sql`id, true AS sent_by_reader, false AS received, false AS direct, NULL::timestamptz AS read_at, NULL::timestamptz AS replied_at`,
      id: sql`id`,
    };
  }
  return {
    rows: sql`FROM message_recipient WHERE user_id = ${readerId} AND deleted_at IS NULL ${folder === "UNREAD" ? sql`AND read_at IS NULL` : sql``}`,
    columns: sql`message_id AS id, false AS sent_by_reader, true AS received, direct, read_at, replied_at`,
    id: sql`message_id`,
  };
}

/** One page of a folder. */
export async function selectMessages(
  tx: ReadTx,
  { readerId, page, size, dir, ids, folder }: Wanted,
  people: number,
): Promise<MessageRecord[]> {
  const { rows, columns: own, id } = folderOf(folder, readerId);
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const only = ids === undefined ? sql`` : sql`AND ${id} = ANY(${ids}::uuid[])`;
  const paging = sql`SELECT ${own} ${rows} ${only} ORDER BY sent_at ${direction}, ${id} ${direction} LIMIT ${size} OFFSET ${page * size}`;
  const found = await columns(paging, { people, short: true }).execute(sqlOf(tx));
  return dir === "ASC" ? found.rows.toReversed() : found.rows;
}

export async function countMessages(tx: ReadTx, folder: Folder, readerId: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count ${folderOf(folder, readerId).rows}`.execute(sqlOf(tx));
  return rows[0]?.count ?? 0;
}

/**
 * A message that somebody received or sent and has not removed; undefined for everybody else.
 * `removed`: the other way round.
 */
export async function selectMessage(
  tx: ReadTx,
  id: string,
  readerId: string,
  { people, removed = false }: { people: number; removed?: boolean },
): Promise<MessageRecord | undefined> {
  const state = removed ? sql`IS NOT NULL` : sql`IS NULL`;
  const own = sql`
    SELECT m.id, m.sender_id IS NOT DISTINCT FROM ${readerId}::uuid AND m.deleted_at ${state} AS sent_by_reader, r.user_id IS NOT NULL AS received, coalesce(r.direct, false) AS direct, r.read_at, r.replied_at
    FROM message m LEFT JOIN message_recipient r ON r.message_id = m.id AND r.user_id = ${readerId} AND r.deleted_at ${state}
    WHERE m.id = ${id} AND (r.user_id IS NOT NULL OR (m.sender_id = ${readerId} AND m.deleted_at ${state}))`;
  return (await columns(own, { people, short: false }).execute(sqlOf(tx))).rows[0];
}

/** Returns the ids of a reader's own messages with these words, newest first (`find_messages`). */
export async function searchMessageIds(
  tx: ReadTx,
  readerId: string,
  folder: Folder | "ALL",
  { terms, typed, most }: { terms: readonly string[]; typed: readonly string[]; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    SELECT ARRAY(SELECT find_messages(${readerId}, ${folder}, ${terms}::text[], ${typed}::text[], ${most})) AS ids`.execute(
    sqlOf(tx),
  );
  return rows[0]?.ids ?? [];
}

export async function countReaders(
  tx: ReadTx,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<{ message_id: string; read: number }>`
    SELECT message_id, count(*)::int AS read FROM message_recipient WHERE message_id = ANY(${messageIds}::uuid[]) AND read_at IS NOT NULL GROUP BY message_id`.execute(
    sqlOf(tx),
  );
  return new Map(rows.map(({ message_id, read }) => [message_id, read]));
}

/** Marks a received message; nothing happens where it is marked so already. */
export async function updateRead(
  tx: WriteTx,
  id: string,
  readerId: string,
  isRead: boolean,
): Promise<void> {
  await sql`
    UPDATE message_recipient SET read_at = ${isRead ? sql`now()` : sql`NULL`}
    WHERE message_id = ${id} AND user_id = ${readerId} AND deleted_at IS NULL AND (read_at IS NOT NULL) <> ${isRead}`.execute(
    sqlOf(tx),
  );
}

export async function markReplied(tx: WriteTx, id: string, readerId: string): Promise<void> {
  await sql`UPDATE message_recipient SET replied_at = now(), read_at = coalesce(read_at, now()) WHERE message_id = ${id} AND user_id = ${readerId}`.execute(
    sqlOf(tx),
  );
}

/** Takes a message off somebody's lists, or puts it back. */
export async function setRemoved(
  tx: WriteTx,
  id: string,
  readerId: string,
  isRemoved: boolean,
): Promise<void> {
  const db = sqlOf(tx);
  const value = isRemoved ? sql`now()` : sql`NULL`;
  await sql`UPDATE message_recipient SET deleted_at = ${value} WHERE message_id = ${id} AND user_id = ${readerId} AND (deleted_at IS NULL) = ${isRemoved}`.execute(
    db,
  );
  await sql`UPDATE message SET deleted_at = ${value} WHERE id = ${id} AND sender_id = ${readerId} AND (deleted_at IS NULL) = ${isRemoved}`.execute(
    db,
  );
}
