import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { columnsOf } from "#platform/server/database/expressions.ts";
import { DERIVED_RANGES, type DerivedFilters } from "../../contract.ts";

type Condition = RawBuilder<SqlBool>;

const m = columnsOf("member", "m");

/**
 * Returns the conditions on m (member) of the filters by derived values: bounds of the days that
 * they follow from, so that indexes serve.
 */
export function derivedConditions(filters: DerivedFilters, day: string): Condition[] {
  const { ageFrom, ageTo, birthYearFrom, birthYearTo } = filters;
  const { membershipYearsFrom, membershipYearsTo } = filters;
  const today = sql<string>`${day}::date`;
  return [
    ...yearsBetween(m("birthday"), today, ageFrom, ageTo),
    ...(ageFrom === undefined && ageTo === undefined
      ? []
      : [sql<SqlBool>`(${m("deceased_on")} IS NULL OR ${m("deceased_on")} > ${today})`]),
    ...birthYears(birthYearFrom, birthYearTo),
    ...yearsBetween(m("joined_on"), membershipEnd(today), membershipYearsFrom, membershipYearsTo),
  ];
}

/** Returns the age of m (member) on a day in whole years; null of the dead and the unborn. */
export function ageInYears(day: Expression<string>): RawBuilder<number | null> {
  return sql`CASE WHEN ${m("deceased_on")} IS NULL OR ${m("deceased_on")} > ${day} THEN ${wholeYears(m("birthday"), day)} END`;
}

/** Returns whole years of membership on a day, of m (member); null before it begins. */
export function membershipYears(day: Expression<string>): RawBuilder<number | null> {
  return wholeYears(m("joined_on"), membershipEnd(day));
}

function wholeYears(
  from: Expression<string | null>,
  to: Expression<string>,
): RawBuilder<number | null> {
  return sql`CASE WHEN ${from} <= ${to} THEN date_part('year', age(${to}, ${from})) END`;
}

function membershipEnd(day: Expression<string>) {
  return sql<string>`least(${day}, ${m("left_on")}, ${m("deceased_on")})`;
}

/** At least so many whole years lie between two days, and no more than so many. */
function yearsBetween(
  begin: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
  from: number | undefined,
  to: number | undefined,
): Condition[] {
  if (from === undefined && to === undefined) return [];
  return [
    sql`${begin} <= ${yearsBefore(end, from ?? 0)}`,
    ...(to === undefined ? [] : [sql<SqlBool>`${begin} > ${yearsBefore(end, to + 1)}`]),
  ];
}

function yearsBefore(end: RawBuilder<unknown>, years: number) {
  return sql`(${end} - make_interval(years => ${years}::int))::date`;
}

function birthYears(from: number | undefined, to: number | undefined): Condition[] {
  if (from === undefined && to === undefined) return [];
  const [least, most] = DERIVED_RANGES.birthYear;
  return [
    sql`${m("birthday")} BETWEEN make_date(${from ?? least}::int, 1, 1) AND make_date(${to ?? most}::int, 12, 31)`,
  ];
}
