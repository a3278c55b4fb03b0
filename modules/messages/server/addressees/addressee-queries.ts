import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf, type WriteTx } from "#platform/server/database/database.ts";
import type { AddresseeLists, Audience } from "../../contract.ts";

/**
 * Everybody whom lists of members and groups name, each once, in `addressed`: with `reason` when
 * nothing goes to them. `namings` says how often somebody is named: by themselves, and by each
 * group named that they or a sub-group are in.
 */
function addressed(
  { recipientIds, recipientGroupIds }: AddresseeLists,
  senderId: string,
): RawBuilder<unknown> {
  return sql`
    RECURSIVE below (root, id) AS (
      SELECT id, id FROM club_group WHERE id = ANY(${recipientGroupIds}::uuid[])
      UNION SELECT below.root, g.id FROM club_group g JOIN below ON g.parent_id = below.id
    ),
    today AS MATERIALIZED (SELECT tenant_today() AS day),
    named AS MATERIALIZED (
      SELECT DISTINCT user_id, NULL::uuid AS root FROM unnest(${recipientIds}::uuid[]) AS user_id
      UNION ALL
      SELECT DISTINCT ms.member_id, below.root FROM below JOIN membership ms ON ms.group_id = below.id
      WHERE (ms.from_on IS NULL OR ms.from_on <= (SELECT day FROM today)) AND (ms.to_on IS NULL OR ms.to_on >= (SELECT day FROM today))
    ),
    counted AS MATERIALIZED (SELECT user_id, bool_or(root IS NULL) AS direct, count(*)::int AS namings FROM named GROUP BY user_id),
    addressed AS MATERIALIZED (
      SELECT m.id, m.first_name, m.last_name, c.direct, c.namings, coalesce(m.email, '') <> '' AS has_address, m.message_mail,
        m.street, m.address_addition, m.postal_code, m.city, m.country, m.salutation, m.title,
        CASE WHEN m.deleted_at IS NOT NULL OR m.anonymised_at IS NOT NULL THEN 'DELETED'
          WHEN m.deceased_on IS NOT NULL THEN 'DECEASED'
          WHEN m.left_on < (SELECT day FROM today) THEN 'LEFT'
          WHEN m.id = ${senderId} AND NOT c.direct THEN 'SENDER' END AS reason
      FROM counted c JOIN member m ON m.id = c.user_id
    )`;
}

export interface Person {
  id: string;
  firstname: string;
  lastname: string;
}

export type AudienceRow = Omit<Audience, "people" | "groups">;

const personJson = sql`json_build_object('id', id, 'firstname', first_name, 'lastname', last_name)`;

/** Who a message would go to, counted; lists of people name `most` at most. */
export async function selectAudience(
  tx: ReadTx,
  lists: AddresseeLists,
  senderId: string,
  most: number,
): Promise<AudienceRow> {
  const { rows } = await sql<AudienceRow>`
    WITH ${addressed(lists, senderId)},
    reached AS MATERIALIZED (SELECT * FROM addressed WHERE reason IS NULL)
    SELECT count(*)::int AS count,
      count(*) FILTER (WHERE namings > 1)::int AS doubles,
      count(*) FILTER (WHERE has_address AND message_mail <> 'NONE')::int AS "withMail",
      count(*) FILTER (WHERE has_address AND message_mail = 'NONE')::int AS "mailOff",
      count(*) FILTER (WHERE NOT has_address)::int AS "withoutMailCount",
      coalesce((SELECT json_agg(${personJson}) FROM (
        SELECT id, first_name, last_name FROM reached WHERE NOT has_address ORDER BY last_name, first_name, id LIMIT ${most}) few), '[]') AS "withoutMail",
      (SELECT count(*)::int FROM addressed WHERE reason IS NOT NULL) AS "leftOutCount",
      coalesce((SELECT json_agg(json_build_object('id', id, 'firstname', first_name, 'lastname', last_name, 'reason', reason)) FROM (
        SELECT id, first_name, last_name, reason FROM addressed WHERE reason IS NOT NULL ORDER BY last_name, first_name, id LIMIT ${most}) few), '[]') AS "leftOut"
    FROM reached`.execute(sqlOf(tx));
  const [row] = rows;
  if (row === undefined) throw new Error("counting recipients answered no row");
  return row;
}

/** Writes down who receives a message; returns how many people that are. */
export async function insertRecipients(
  tx: WriteTx,
  messageId: string,
  lists: AddresseeLists,
  senderId: string,
  sentAt: Date | null,
): Promise<number> {
  const result = await sql`
    WITH ${addressed(lists, senderId)}
    INSERT INTO message_recipient (message_id, user_id, direct, sent_at)
    SELECT ${messageId}, id, direct, coalesce(${sentAt}::timestamptz, now()) FROM addressed WHERE reason IS NULL ORDER BY id`.execute(
    sqlOf(tx),
  );
  return Number(result.numAffectedRows ?? 0n);
}

/** Somebody to whom a letter goes. */
export interface LetterRecipient {
  first_name: string;
  last_name: string;
  salutation: string | null;
  title: string | null;
  street: string | null;
  address_addition: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
}

/** Those without e-mail address among the people of these lists, by name. */
export async function selectWithoutMail(
  tx: ReadTx,
  lists: AddresseeLists,
  senderId: string,
): Promise<LetterRecipient[]> {
  const { rows } = await sql<LetterRecipient>`
    WITH ${addressed(lists, senderId)}
    SELECT first_name, last_name, salutation, title, street, address_addition, postal_code, city, country
    FROM addressed WHERE reason IS NULL AND NOT has_address ORDER BY last_name, first_name, id`.execute(
    sqlOf(tx),
  );
  return rows;
}

/**
 * Those among the recipients of a sent message who have no e-mail address today and are still in
 * the club, by name.
 */
export async function selectRecipientsWithoutMail(
  tx: ReadTx,
  messageId: string,
): Promise<LetterRecipient[]> {
  const { rows } = await sql<LetterRecipient>`
    SELECT m.first_name, m.last_name, m.salutation, m.title, m.street, m.address_addition, m.postal_code, m.city, m.country
    FROM message_recipient r JOIN member m ON m.tenant_id = r.tenant_id AND m.id = r.user_id
    WHERE r.message_id = ${messageId} AND coalesce(m.email, '') = '' AND belongs_to_club(m, (SELECT tenant_today()))
    ORDER BY m.last_name, m.first_name, m.id`.execute(sqlOf(tx));
  return rows;
}

/** Members by their ids; anonymised ones are nobody any more. */
export async function selectPeople(tx: ReadTx, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Person>`
    SELECT id, first_name AS firstname, last_name AS lastname FROM member WHERE id = ANY(${ids}::uuid[]) AND anonymised_at IS NULL`.execute(
    sqlOf(tx),
  );
  return rows;
}

export interface AddressedGroup {
  id: string;
  name: string;
  groupName: string | null;
  count: number;
}

type NamedGroup = Omit<AddressedGroup, "count">;

/** Groups by their ids, without looking at who is in them. */
export async function selectNamedGroups(tx: ReadTx, ids: readonly string[]): Promise<NamedGroup[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedGroup>`
    SELECT g.id, g.name, parent.name AS "groupName" FROM club_group g LEFT JOIN club_group parent ON parent.tenant_id = g.tenant_id AND parent.id = g.parent_id
    WHERE g.id = ANY(${ids}::uuid[])`.execute(sqlOf(tx));
  return rows;
}

/** Groups with how many people of today are in them and below; these, or all. By name. */
export async function selectAddressedGroups(
  tx: ReadTx,
  ids: readonly string[] | null,
): Promise<AddressedGroup[]> {
  const { rows } = await sql<AddressedGroup>`
    WITH RECURSIVE below (root, id) AS (
      SELECT id, id FROM club_group ${ids === null ? sql`` : sql`WHERE id = ANY(${ids}::uuid[])`}
      UNION SELECT below.root, g.id FROM club_group g JOIN below ON g.parent_id = below.id
    ),
    today AS MATERIALIZED (SELECT tenant_today() AS day),
    here AS MATERIALIZED (
      SELECT id FROM member WHERE belongs_to_club(member, (SELECT day FROM today))
    ),
    people AS MATERIALIZED (
      SELECT below.root, count(DISTINCT ms.member_id)::int AS count FROM below JOIN membership ms ON ms.group_id = below.id
      WHERE (ms.from_on IS NULL OR ms.from_on <= (SELECT day FROM today)) AND (ms.to_on IS NULL OR ms.to_on >= (SELECT day FROM today))
        AND ms.member_id IN (SELECT here.id FROM here)
      GROUP BY below.root
    )
    SELECT g.id, g.name, parent.name AS "groupName", coalesce(people.count, 0) AS count
    FROM club_group g LEFT JOIN club_group parent ON parent.tenant_id = g.tenant_id AND parent.id = g.parent_id LEFT JOIN people ON people.root = g.id
    ${ids === null ? sql`` : sql`WHERE g.id = ANY(${ids}::uuid[])`}
    ORDER BY g.name, parent.name NULLS FIRST, g.id`.execute(sqlOf(tx));
  return rows;
}

/** Those of the members who are in one of the groups today. */
export async function selectInGroups(
  tx: ReadTx,
  memberIds: readonly string[],
  groupIds: readonly string[],
): Promise<string[]> {
  if (memberIds.length === 0 || groupIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT member_id AS id FROM membership, (SELECT tenant_today() AS day) today
    WHERE member_id = ANY(${memberIds}::uuid[]) AND group_id = ANY(${groupIds}::uuid[])
      AND (from_on IS NULL OR from_on <= day) AND (to_on IS NULL OR to_on >= day)`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}

/**
 * Those of the members who have written to somebody; also what the reader has removed from the list
 * counts.
 */
export async function selectCorrespondents(
  tx: ReadTx,
  userId: string,
  memberIds: readonly string[],
): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    SELECT asked.id FROM unnest(${memberIds}::uuid[]) AS asked (id)
    WHERE EXISTS (SELECT FROM message m JOIN message_recipient r ON r.tenant_id = m.tenant_id AND r.message_id = m.id WHERE m.sender_id = asked.id AND r.user_id = ${userId})`.execute(
    sqlOf(tx),
  );
  return rows.map(({ id }) => id);
}

export interface PeopleSearch {
  /** LIKE patterns of folded words, all of which must fit. */
  pattern: readonly string[];
  /** Names only; else number, mail and city as well. */
  byName: boolean;
  /** Null: everybody. */
  groupIds: readonly string[] | null;
  size: number;
}

/** Members for the picker, by name: everybody who is in the club, or those of some groups. */
export async function selectPossiblePeople(
  tx: ReadTx,
  { pattern, byName, groupIds, size }: PeopleSearch,
): Promise<(Person & { hasMail: boolean })[]> {
  const { rows } = await sql<Person & { hasMail: boolean }>`
    SELECT id, first_name AS firstname, last_name AS lastname, coalesce(email, '') <> '' AS "hasMail" FROM member, (SELECT tenant_today() AS day) today
    WHERE belongs_to_club(member, day)
      ${
        groupIds === null
          ? sql``
          : sql`AND id IN (SELECT member_id FROM membership WHERE group_id = ANY(${groupIds}::uuid[])
        AND (from_on IS NULL OR from_on <= day) AND (to_on IS NULL OR to_on >= day))`
      }
      ${pattern.length === 0 ? sql`` : sql`AND ${byName ? sql`folded_name(full_name(first_name, last_name))` : sql`search_text`} LIKE ALL(${pattern}::text[])`}
    ORDER BY last_name, first_name, id LIMIT ${size}`.execute(sqlOf(tx));
  return rows;
}
