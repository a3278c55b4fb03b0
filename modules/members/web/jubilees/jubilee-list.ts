import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { today } from "#platform/web/format/format.ts";
import { inAddress } from "#platform/web/navigation.tsx";
import { type Jubilee, type Occasion, usersContract } from "../../contract.ts";
import type { JubileeQuery } from "../queries.ts";

/** The list's state as it stands in the address. */
export const listSchema = z.object({
  from: inAddress.text(),
  to: inAddress.text(),
  kind: inAddress.optional(["BIRTHDAY", "MEMBERSHIP"]),
  roundOnly: inAddress.flag(),
  page: inAddress.number(0),
  size: inAddress.number(50),
  sort: inAddress.oneOf(["date", "lastname", "years"], "date"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
});
export type JubileeState = z.output<typeof listSchema>;

/** Returns the first and the last day that are asked for; without a choice the next 30 days. */
export function periodOf({ from: first, to: last }: JubileeState): { from: string; to: string } {
  const from = isDate(first) ? first : today();
  return { from, to: isDate(last) && last >= from ? last : plusDays(from, 30) };
}

/** Returns the year that a period is; nothing where it is none. */
export function yearOf({ from, to }: { from: string; to: string }): number | undefined {
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && to === `${year}-12-31` ? Number(year) : undefined;
}

/** Returns what is asked for, without paging. */
export function filterOf(state: JubileeState) {
  return {
    ...periodOf(state),
    ...(state.kind ? { kind: state.kind } : {}),
    roundOnly: state.roundOnly ? "true" : "false",
  } satisfies Partial<JubileeQuery>;
}

export function pagingOf(state: JubileeState) {
  return {
    page: state.page,
    size: Math.min(Math.max(state.size, 1), 200),
    sort: state.sort as "date",
    dir: state.dir as "ASC",
  };
}

/** Returns what tells a row from the others: a member can have two on one day. */
export function keyOf({ kind, date, user }: Jubilee): string {
  return `${kind}|${date}|${user.id}`;
}

/** Returns how rows are named to the server. */
export function occasionsOf(rows: readonly Jubilee[]): Occasion[] {
  return rows.map(({ user, kind, date }) => ({ userId: user.id, kind, date }));
}

/** Returns all rows of the list in its order, page by page. */
export async function loadAll(state: JubileeState): Promise<Jubilee[]> {
  const { sort, dir } = pagingOf(state);
  const rows: Jubilee[] = [];
  for (let page = 0; ; page++) {
    const query = { ...filterOf(state), sort, dir, page, size: 200 };
    const { content, totalElements } = await call(usersContract.searchJubilees, { query });
    rows.push(...content);
    if (content.length === 0 || rows.length >= totalElements) return rows;
  }
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
