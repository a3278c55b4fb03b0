import { Group } from "@mantine/core";
import { formatDate } from "#platform/web/format/format.ts";
import type { Column } from "#platform/web/ui/table/DataTable.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import type { Jubilee } from "../../contract.ts";
import { USER_FIELD_LABELS as LABELS } from "../../fields.ts";
import { usePhoneText } from "../phones/use-phone-text.ts";
import { texts } from "../texts.ts";

export const JUBILEE_COLUMNS: Column<Jubilee>[] = [
  {
    key: "name",
    title: "Name",
    sortField: "lastname",
    render: ({ user }) => (
      <Group gap={10} wrap="nowrap" component="span">
        <ProfilePicture person={user} size={28} />
        <span>
          {user.lastname}, {user.firstname}
        </span>
      </Group>
    ),
  },
  {
    key: "date",
    title: texts.jubilees.date,
    sortField: "date",
    onPhone: true,
    render: (row) => formatDate(row.date),
  },
  {
    key: "occasion",
    title: texts.jubilees.occasion,
    sortField: "years",
    onPhone: true,
    render: (row) => <OccasionCell row={row} />,
  },
  { key: "memberNumber", title: LABELS.memberNumber, render: ({ user }) => user.memberNumber },
  { key: "city", title: LABELS.city, render: ({ user }) => user.city },
  { key: "email", title: LABELS.email, hiddenAtFirst: true, render: ({ user }) => user.email },
  {
    key: "phone",
    title: LABELS.phone,
    hiddenAtFirst: true,
    render: ({ user }) => <Phone user={user} />,
  },
];

function OccasionCell({ row }: { row: Jubilee }) {
  const text = occasionText(row);
  return row.round ? <strong>{text}</strong> : text;
}

/** Returns what is celebrated: `70. Geburtstag`, `25 Jahre Mitglied`. */
export function occasionText({ kind, years }: Pick<Jubilee, "kind" | "years">): string {
  return kind === "BIRTHDAY" ? texts.jubilees.birthday(years) : texts.jubilees.membership(years);
}

function Phone({ user }: { user: Jubilee["user"] }) {
  return usePhoneText(user.phone ?? user.mobile ?? "", user.country);
}
