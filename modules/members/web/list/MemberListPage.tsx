import { Button, Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  Cake,
  CalendarX2,
  ChevronDown,
  FileSpreadsheet,
  FileText,
  FileUp,
  Plus,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { RouterLink, useSearchState } from "#platform/web/navigation.tsx";
import { shownAtFirst } from "#platform/web/ui/table/ColumnChooser.tsx";
import { DataTable } from "#platform/web/ui/table/DataTable.tsx";
import { FilterBar } from "#platform/web/ui/table/FilterBar.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { usersContract } from "../../contract.ts";
import { countsQuery, membersQuery, useCustomFields, useGroupTree } from "../queries.ts";
import { persons, texts } from "../texts.ts";
import { BulkActions } from "./bulk/BulkActions.tsx";
import { useChosenMembers } from "./bulk/chosen-members.ts";
import { exportList, type ListFormat } from "./bulk/export-list.ts";
import {
  filterOf,
  isFiltered,
  listSchema,
  NO_FILTERS,
  customFieldFilters,
  viewParameters,
  type MemberListState,
} from "./list-state.ts";
import { fieldsFor, memberColumns } from "./member-columns.tsx";
import { memberFilters } from "./filter/member-filters.tsx";
import { readColumns, rememberColumns } from "./remembered-columns.ts";
import { SavedViews } from "./SavedViews.tsx";
import { foundText, totalText } from "./totals.ts";

/** Mitglieder: the list with search, filters, columns, views and bulk actions. */
export default function MemberListPage() {
  const [state, change] = useSearchState(listSchema);
  const [managesUsers, exports, seesGroups] = [
    useCan("MANAGE_USER"),
    useCan("MANAGE_EXPORTS"),
    useCan("QUERY_GROUP"),
  ];
  const customFields = useCustomFields();
  const groups = useGroupTree(seesGroups);
  const columns = memberColumns(customFields, managesUsers);
  const [remembered, setRemembered] = useState<readonly string[] | undefined>(readColumns);
  const visible =
    state.columns === "" ? (remembered ?? shownAtFirst(columns)) : state.columns.split(",");

  const fields = fieldsFor(visible);
  const list = useQuery(membersQuery({ ...filterOf(state), ...pagingOf(state), fields }));
  const counts = useQuery(countsQuery(filterOf(state).asOf)).data;
  const shownIds = list.data?.content.map((row) => row.id) ?? [];
  const found = list.data?.totalElements ?? 0;
  const selection = useChosenMembers(state, shownIds, found);
  const names = new Map(
    list.data?.content.map((row) => [row.id, `${row.firstname} ${row.lastname}`]),
  );
  const filtered = isFiltered(state);
  const download = (format: ListFormat, onlyChosen: boolean) =>
    void exportList(format, state, visible, onlyChosen ? selection.chosen : undefined);
  const clearFilters = () =>
    change({
      ...NO_FILTERS,
      ...Object.fromEntries(Object.keys(customFieldFilters(state)).map((name) => [name, ""])),
    });

  return (
    <>
      <PageHeader
        title={texts.list.title}
        sentence={
          list.data === undefined || counts === undefined
            ? " "
            : filtered
              ? foundText(found, counts)
              : totalText(counts)
        }
        actions={
          <>
            <MoreMenu
              exports={exports}
              managesUsers={managesUsers}
              onExport={(format) => download(format, false)}
            />
            {managesUsers && (
              <Button
                leftSection={<Plus size={17} aria-hidden />}
                renderRoot={(props) => <RouterLink {...props} to="/users/create" />}
              >
                {texts.list.create}
              </Button>
            )}
          </>
        }
      />
      <DataTable
        label={texts.list.title}
        columns={columns}
        rowId={(row) => row.id}
        rowTo={(row) => `/users/${row.id}`}
        page={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        refreshing={list.isPlaceholderData}
        state={pagingOf(state)}
        onStateChange={(next) => change(next, { push: "page" in next && !("sort" in next) })}
        columnChoice={{
          visible,
          onChange: (next) => {
            rememberColumns(next);
            setRemembered(next);
            change({ columns: next.join(",") });
          },
        }}
        print={{
          sentence:
            counts === undefined ? "" : filtered ? foundText(found, counts) : totalText(counts),
          load: (paging) =>
            call(usersContract.searchUsers, {
              query: { ...filterOf(state), ...pagingOf(state), ...paging, fields },
            }),
        }}
        empty={{
          sentence: filtered ? texts.list.nobodyFound : texts.list.nobodyYet,
          action: filtered ? (
            <Button variant="default" onClick={clearFilters}>
              {texts.list.clearFilters}
            </Button>
          ) : (
            managesUsers && (
              <Button renderRoot={(props) => <RouterLink {...props} to="/users/create" />}>
                {texts.list.create}
              </Button>
            )
          ),
        }}
        selection={{
          ids: selection.ids,
          onChange: selection.onChange,
          count: (count) => persons(selection.all && count === selection.ids.size ? found : count),
          nameOf: (id) => names.get(id) ?? "",
          actions: (
            <BulkActions selection={selection} onExport={(format) => download(format, true)} />
          ),
          ...(selection.all ? {} : { onSelectAll: selection.chooseAll }),
        }}
        toolbar={
          <FilterBar
            text={{
              value: state.q,
              placeholder: texts.list.search,
              onChange: (q) => change({ q, page: 0 }),
            }}
            filters={memberFilters({ state, change, groups, customFields })}
          >
            <SavedViews
              activeId={state.view}
              parameters={viewParameters(state)}
              columns={visible}
            />
          </FilterBar>
        }
      />
    </>
  );
}

function pagingOf({ page, size, sort, dir }: MemberListState) {
  return {
    page,
    size: Math.min(Math.max(size, 1), 200),
    sort,
    dir: dir === "DESC" ? "DESC" : "ASC",
  } as const;
}

interface MoreMenuProps {
  exports: boolean;
  managesUsers: boolean;
  onExport: (format: ListFormat) => void;
}

function MoreMenu({ exports, managesUsers, onExport }: MoreMenuProps) {
  const imports = useCan("MANAGE_IMPORTS");
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={15} aria-hidden />}>
          {texts.list.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exports && (
          <>
            <Menu.Label>{texts.list.exportHint}</Menu.Label>
            <Menu.Item
              leftSection={<FileText size={16} aria-hidden />}
              onClick={() => onExport("CSV")}
            >
              {texts.list.exportCsv}
            </Menu.Item>
            <Menu.Item
              leftSection={<FileSpreadsheet size={16} aria-hidden />}
              onClick={() => onExport("XLSX")}
            >
              {texts.list.exportXlsx}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        {imports && (
          <Menu.Item
            leftSection={<FileUp size={16} aria-hidden />}
            renderRoot={(props) => <RouterLink {...props} to="/users/sync" />}
          >
            {texts.list.import}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Cake size={16} aria-hidden />}
          renderRoot={(props) => <RouterLink {...props} to="/users/jubilees" />}
        >
          {texts.list.jubilees}
        </Menu.Item>
        {managesUsers && (
          <Menu.Item
            leftSection={<CalendarX2 size={16} aria-hidden />}
            renderRoot={(props) => <RouterLink {...props} to="/users/due-deletions" />}
          >
            {texts.due.title}
          </Menu.Item>
        )}
        {managesUsers && (
          <Menu.Item
            leftSection={<Trash2 size={16} aria-hidden />}
            renderRoot={(props) => <RouterLink {...props} to="/users/trash" />}
          >
            {texts.list.trash}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
