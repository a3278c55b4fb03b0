import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, EyeOff, FileArchive, Undo2 } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { displayName, formatDate, formatDateTime } from "#platform/web/format/format.ts";
import { inAddress, RouterLink, useSearchState } from "#platform/web/navigation.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type trashedUser } from "../../contract.ts";
import { downloadPersonalData } from "../personal-data/download-personal-data.ts";
import { membersChanged, trashQuery } from "../queries.ts";
import { persons, texts } from "../texts.ts";
import { pagingInAddress, PERSON_COLUMNS } from "./leaving-list.ts";

type Trashed = z.infer<typeof trashedUser>;

const schema = z.object({
  q: inAddress.text(),
  ...pagingInAddress("deletedAt", "DESC"),
});

const COLUMNS: Column<Trashed>[] = [
  ...PERSON_COLUMNS,
  {
    key: "deletedAt",
    title: texts.trash.deletedAt,
    sortField: "deletedAt",
    render: (row) => formatDateTime(row.deletedAt),
  },
  { key: "deletedBy", title: texts.trash.deletedBy, render: (row) => row.deletedBy },
  {
    key: "anonymisedOn",
    title: texts.trash.anonymisedOn,
    onPhone: true,
    render: (row) => formatDate(row.anonymisedOn),
  },
  {
    key: "actions",
    title: "Aktionen",
    print: null,
    onPhone: true,
    align: "right",
    render: (row) => <TrashActions row={row} />,
  },
];

/** Papierkorb: deleted members, to be taken back until they are anonymised. */
export default function TrashPage() {
  const [state, change] = useSearchState(schema);
  const { q, ...paging } = state;
  const query = { ...paging, ...(q === "" ? {} : { q }) };
  const trash = useQuery(trashQuery(query));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = new Map(trash.data?.content.map((row) => [row.id, row]));
  // Who may open more than the reader stays where they are.
  const select = (ids: ReadonlySet<string>) =>
    setSelected(new Set([...ids].filter((id) => rows.get(id)?.can.includes("RESTORE") ?? true)));
  return (
    <>
      <PageHeader
        title={texts.trash.title}
        sentence={texts.trash.sentence}
        actions={
          <Button variant="default" renderRoot={(props) => <RouterLink {...props} to="/users" />}>
            {texts.profile.toList}
          </Button>
        }
      />
      <DataTable
        label={texts.trash.title}
        columns={COLUMNS}
        columnsKey="users-trash"
        rowId={(row) => row.id}
        page={trash.data}
        error={trash.error}
        onRetry={() => void trash.refetch()}
        print={{
          sentence: texts.trash.sentence,
          load: (page) => call(usersContract.searchTrash, { query: { ...query, ...page } }),
        }}
        selection={{
          ids: selected,
          onChange: select,
          count: persons,
          nameOf: (id) => {
            const row = rows.get(id);
            return row ? displayName(row) : "";
          },
          actions: <RestoreSelected ids={selected} onRestored={() => setSelected(new Set())} />,
        }}
        state={query}
        onStateChange={(next) => change(next as Partial<typeof state>)}
        empty={
          q === ""
            ? { sentence: texts.trash.empty, nothingYet: true }
            : { sentence: texts.list.nobodyFound }
        }
        toolbar={
          <FilterBar
            text={{
              value: q,
              placeholder: texts.trash.search,
              onChange: (text) => change({ q: text, page: 0 }),
            }}
            filters={[]}
          />
        }
      />
    </>
  );
}

interface RestoreSelectedProps {
  ids: ReadonlySet<string>;
  onRestored: () => void;
}

/** Takes the selected ones back, one after the other: where one fails, those before are back. */
function RestoreSelected({ ids, onRestored }: RestoreSelectedProps) {
  const [running, setRunning] = useState(false);
  const restoreAll = async () => {
    setRunning(true);
    try {
      for (const id of ids) await call(usersContract.restoreUser, { params: { id } });
      showDone(texts.trash.restoredMany(ids.size));
      onRestored();
    } finally {
      setRunning(false);
      await membersChanged();
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Undo2 size={15} aria-hidden />}
      loading={running}
      onClick={() => void restoreAll()}
    >
      {texts.trash.restore}
    </Button>
  );
}

function TrashActions({ row }: { row: Trashed }) {
  const name = displayName(row);
  const params = { id: row.id };
  const restore = async () => {
    await call(usersContract.restoreUser, { params });
    await membersChanged();
    showDone(texts.trash.restored(name));
  };
  const wipe = async () => {
    const sure = await askToConfirm({
      title: texts.trash.wipeAsk(name),
      text: texts.trash.wipeText(name),
      confirmLabel: texts.trash.wipe,
      destructive: true,
    });
    if (!sure) return;
    await call(usersContract.anonymiseUser, { params });
    await membersChanged();
    showDone(texts.trash.wiped);
  };
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {row.can.includes("RESTORE") && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Undo2 size={15} aria-hidden />}
          onClick={() => void restore()}
        >
          {texts.trash.restore}
        </Button>
      )}
      {row.can.includes("ANONYMISE") && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={texts.trash.actions(name)}>
              <Ellipsis size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {row.can.includes("EXPORT") && (
              <Menu.Item
                leftSection={<FileArchive size={16} aria-hidden />}
                onClick={() => void downloadPersonalData(row)}
              >
                {texts.profile.dataExport}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<EyeOff size={16} aria-hidden />} onClick={() => void wipe()}>
              {texts.trash.wipe}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}
