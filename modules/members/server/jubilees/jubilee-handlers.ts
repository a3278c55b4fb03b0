import { toPage } from "#platform/contract/paging.ts";
import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import { requirePermission } from "#platform/server/http/principal.ts";
import type { Jubilee, usersContract } from "../../contract.ts";
import { tableFile } from "../list/table-file.ts";
import { clubDay } from "../people/club-day.ts";
import { JUBILEE_COLUMNS } from "./jubilee-columns.ts";
import { type JubileeRecord, selectJubilees } from "./jubilee-queries.ts";
import { peopleOf } from "./occasions.ts";

type JubileeHandlers = Pick<Handlers<typeof usersContract>, "searchJubilees" | "exportJubilees">;

const LONGEST_PERIOD_DAYS = 3 * 366;
const DAY_MS = 86_400_000;

export const jubileeHandlers: JubileeHandlers = {
  async searchJubilees({ query, read }) {
    checkPeriod(query);
    const records = await read((tx) => selectJubilees(tx, { ...query, kind: query.kind }));
    return toPage(records.map(toJubilee), records[0]?.total ?? 0, query);
  },
  async exportJubilees({ body, principal, tenant, read }) {
    requirePermission(principal, "QUERY_USER");
    const today = clubDay(tenant.timeZone);
    const people = await read((tx) => peopleOf(tx, body.occasions, { day: today, principal }));
    return tableFile(
      { name: `Geburtstage und Jubiläen ${today}`, sheet: "Jubiläen", format: body.format },
      JUBILEE_COLUMNS,
      [people],
    );
  },
};

function checkPeriod({ from, to }: { from: string; to: string }): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0)
    throw new AppError("UNPROCESSABLE", {
      errors: [{ path: "to", code: "BEFORE_FROM", message: "Das Ende liegt vor dem Anfang." }],
    });
  if (days > LONGEST_PERIOD_DAYS) throw fieldProblem("to", "Bitte höchstens drei Jahre wählen.");
}

function toJubilee(record: JubileeRecord): Jubilee {
  const { kind, date, years, round, id, email, phone, mobile, street, city, country } = record;
  return {
    kind,
    date,
    years,
    round,
    user: {
      id,
      memberNumber: record.member_number,
      firstname: record.first_name,
      lastname: record.last_name,
      hasProfilePicture: record.has_picture,
      email,
      phone,
      mobile,
      street,
      addressAddition: record.address_addition,
      postalCode: record.postal_code,
      city,
      country,
    },
  };
}
