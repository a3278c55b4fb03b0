import { Button, Checkbox, Group, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { z } from "zod";
import { formatDate, today } from "#platform/web/format/format.ts";
import { inAddress, useSearchState } from "#platform/web/navigation.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { DateField } from "#platform/web/ui/form/DateField.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ProfilePicture } from "#platform/web/ui/ProfilePicture.tsx";
import type { jubilee } from "../../contract.ts";
import { USER_FIELD_LABELS as LABELS } from "../../fields.ts";
import { jubileesQuery } from "../queries.ts";
import { texts } from "../texts.ts";

type Jubilee = z.infer<typeof jubilee>;

const schema = z.object({
  from: inAddress.text(),
  to: inAddress.text(),
  kind: inAddress.optional(["BIRTHDAY", "MEMBERSHIP"]),
  roundOnly: inAddress.flag(),
  page: inAddress.number(0),
  size: inAddress.number(50),
  sort: inAddress.oneOf(["date", "lastname", "years"], "date"),
  dir: inAddress.oneOf(["ASC", "DESC"], "ASC"),
});

const ALL = "ALL";

const COLUMNS: Column<Jubilee>[] = [
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
    render: (row) => <Occasion row={row} />,
  },
  { key: "memberNumber", title: LABELS.memberNumber, render: (row) => row.user.memberNumber },
];

/** Geburtstage und Jubiläen of any period; without a choice the next 30 days. */
export default function JubileesPage() {
  const [state, change] = useSearchState(schema);
  const from = isDate(state.from) ? state.from : today();
  const to = isDate(state.to) && state.to >= from ? state.to : plusDays(from, 30);
  const paging = {
    page: state.page,
    size: Math.min(Math.max(state.size, 1), 200),
    sort: state.sort as "date",
    dir: state.dir as "ASC",
  };
  const list = useQuery(
    jubileesQuery({
      from,
      to,
      ...paging,
      ...(state.kind ? { kind: state.kind } : {}),
      roundOnly: state.roundOnly ? "true" : "false",
    }),
  );
  return (
    <>
      <PageHeader
        title={texts.jubilees.title}
        sentence={
          list.data
            ? `${texts.jubilees.count(list.data.totalElements)} vom ${formatDate(from)} bis ${formatDate(to)}`
            : " "
        }
        actions={
          <Button
            variant="default"
            leftSection={<Printer size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {texts.jubilees.print}
          </Button>
        }
      />
      <DataTable
        label={texts.jubilees.title}
        columns={COLUMNS}
        columnsKey="jubilees"
        rowId={(row) => `${row.kind}${row.date}${row.user.id}`}
        rowTo={(row) => `/users/${row.user.id}`}
        page={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        state={paging}
        onStateChange={(next) => change(next as Partial<typeof state>)}
        empty={{ sentence: texts.jubilees.none }}
        toolbar={
          <Group gap="sm" align="flex-end">
            <DateField
              size="xs"
              w="9.5rem"
              label={texts.jubilees.from}
              value={from}
              clearable={false}
              onChange={(next) => change({ from: next ?? "", page: 0 })}
            />
            <DateField
              size="xs"
              w="9.5rem"
              label={texts.jubilees.to}
              value={to}
              clearable={false}
              onChange={(next) => change({ to: next ?? "", page: 0 })}
            />
            <SegmentedControl
              size="xs"
              aria-label={texts.jubilees.occasion}
              data={[
                { value: ALL, label: texts.jubilees.all },
                { value: "BIRTHDAY", label: texts.jubilees.birthdays },
                { value: "MEMBERSHIP", label: texts.jubilees.memberships },
              ]}
              value={state.kind ?? ALL}
              onChange={(kind) =>
                change({ kind: kind === ALL ? undefined : (kind as "BIRTHDAY"), page: 0 })
              }
            />
            <Checkbox
              pb={6}
              label={texts.jubilees.roundOnly}
              checked={state.roundOnly}
              onChange={(event) => change({ roundOnly: event.currentTarget.checked, page: 0 })}
            />
          </Group>
        }
      />
    </>
  );
}

function Occasion({ row }: { row: Jubilee }) {
  const text =
    row.kind === "BIRTHDAY"
      ? texts.jubilees.birthday(row.years)
      : texts.jubilees.membership(row.years);
  return row.round ? <strong>{text}</strong> : text;
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
