import { formatDate } from "#platform/web/format/format.ts";
import { inAddress } from "#platform/web/navigation.tsx";
import type { Column } from "#platform/web/ui/table/DataTable.tsx";
import type { TrashedUser } from "../../contract.ts";
import { USER_FIELD_LABELS as LABELS } from "../../fields.ts";

type Person = Pick<TrashedUser, "firstname" | "lastname" | "memberNumber" | "birthday" | "city">;

/** Returns how a person is named in lists of people who leave the club's records. */
export const PERSON_COLUMNS: readonly Column<Person>[] = [
  {
    key: "name",
    title: "Name",
    sortField: "lastname",
    render: (row) => `${row.lastname}, ${row.firstname}`,
  },
  { key: "memberNumber", title: LABELS.memberNumber, render: (row) => row.memberNumber },
  { key: "birthday", title: LABELS.birthday, render: (row) => formatDate(row.birthday) },
  { key: "city", title: LABELS.city, render: (row) => row.city },
];

const MOST_ROWS = 200;

/** Returns paging and order as they stand in the address; `first` is the order at first. */
export function pagingInAddress<const First extends string>(
  first: First,
  direction: "ASC" | "DESC",
) {
  return {
    page: inAddress.number(0),
    size: inAddress.number(50).transform((size) => Math.min(Math.max(size, 1), MOST_ROWS)),
    sort: inAddress.oneOf([first, "lastname"], first),
    dir: inAddress.oneOf(["ASC", "DESC"], direction),
  };
}
