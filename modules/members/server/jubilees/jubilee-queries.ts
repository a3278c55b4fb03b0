import { sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import type { Row } from "#platform/server/database/tables.ts";

export type JubileeRecord = Row<
  "member",
  | "id"
  | "member_number"
  | "first_name"
  | "last_name"
  | "email"
  | "phone"
  | "mobile"
  | "street"
  | "address_addition"
  | "postal_code"
  | "city"
  | "country"
> & {
  kind: "BIRTHDAY" | "MEMBERSHIP";
  date: string;
  years: number;
  round: boolean;
  has_picture: boolean;
  total: number;
};

interface Wanted {
  from: string;
  to: string;
  kind: "BIRTHDAY" | "MEMBERSHIP" | undefined;
  roundOnly: boolean;
  page: number;
  size: number;
  sort: "date" | "lastname" | "years";
  dir: "ASC" | "DESC";
}

/**
 * Birthdays and anniversaries of joining in a period. Days of the period are listed first, so that
 * a member is found by the index on month and day; 29 February is kept on 28 February in other
 * years. Who has left or died is left out.
 */
export async function selectJubilees(
  tx: ReadTx,
  { from, to, kind, roundOnly, page, size, sort, dir }: Wanted,
): Promise<JubileeRecord[]> {
  const direction = dir === "ASC" ? sql`ASC` : sql`DESC`;
  const order = { date: sql`j.date`, lastname: sql`m.last_name`, years: sql`j.years` }[sort];
  const { rows } = await sql<JubileeRecord>`
    WITH days AS (
      SELECT d::date AS day, extract(month FROM d)::int * 100 + extract(day FROM d)::int AS in_year FROM generate_series(${from}::date, ${to}::date, interval '1 day') AS d
    ), wanted AS (
      SELECT day, in_year FROM days
      UNION ALL
      SELECT day, 229 FROM days WHERE in_year = 228 AND extract(month FROM day + 1) = 3
    ), j AS (
      SELECT 'BIRTHDAY' AS kind, m.id, w.day AS date, (extract(year FROM w.day) - extract(year FROM m.birthday))::int AS years
      FROM wanted w JOIN member m ON m.birthday_in_year = w.in_year WHERE m.deleted_at IS NULL AND ${kind !== "MEMBERSHIP"}
      UNION ALL
      SELECT 'MEMBERSHIP', m.id, w.day, (extract(year FROM w.day) - extract(year FROM m.joined_on))::int
      FROM wanted w JOIN member m ON m.joined_in_year = w.in_year WHERE m.deleted_at IS NULL AND ${kind !== "BIRTHDAY"}
    )
    SELECT j.kind, j.date, j.years, r.round, m.id, m.member_number, m.first_name, m.last_name,
      m.email, m.phone, m.mobile, m.street, m.address_addition, m.postal_code, m.city, m.country, m.picture_256 IS NOT NULL AS has_picture, count(*) OVER ()::int AS total
    FROM j JOIN member m ON m.id = j.id
    CROSS JOIN LATERAL (SELECT CASE WHEN j.kind = 'BIRTHDAY' THEN j.years IN (18, 30, 40) OR (j.years >= 50 AND j.years % 5 = 0) ELSE j.years % 5 = 0 END AS round) r
    WHERE j.years > 0 AND (m.left_on IS NULL OR m.left_on >= j.date) AND (m.deceased_on IS NULL OR m.deceased_on >= j.date)
      AND (r.round OR NOT ${roundOnly})
    ORDER BY ${order} ${direction}, j.date ${direction}, m.last_name ${direction}, m.first_name ${direction}, m.id ${direction}, j.kind ${direction}
    LIMIT ${size} OFFSET ${page * size}`.execute(sqlOf(tx));
  return rows;
}
