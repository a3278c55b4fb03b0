import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { EyeOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { call } from "#platform/web/api/api.ts";
import { formatDate } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { AppLink, useSearchState } from "#platform/web/navigation.tsx";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { DataTable, type Column } from "#platform/web/ui/table/DataTable.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone, showUndo } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract, type DueDeletion } from "../../contract.ts";
import { dueDeletionsQuery, membersChanged } from "../queries.ts";
import { members, texts } from "../texts.ts";
import { pagingInAddress, PERSON_COLUMNS } from "./leaving-list.ts";

const schema = z.object(pagingInAddress("dueOn", "ASC"));

const COLUMNS: Column<DueDeletion>[] = [
  ...PERSON_COLUMNS,
  {
    key: "reason",
    title: texts.due.reason,
    onPhone: true,
    render: (row) => texts.due.reasons[row.reason](formatDate(row.since)),
  },
  {
    key: "dueOn",
    title: texts.due.dueOn,
    sortField: "dueOn",
    onPhone: true,
    render: (row) => formatDate(row.dueOn),
  },
];

/** Fällige Löschungen: members whose time of keeping is over by the club's setting. */
export default function DueDeletionsPage() {
  const [state, change] = useSearchState(schema);
  const due = useQuery(dueDeletionsQuery(state));
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const managesClub = useCan("MANAGE_TENANT");
  const rows = new Map(due.data?.content.map((row) => [row.id, row]));
  const allowed = (right: DueDeletion["can"][number]) =>
    [...ids].filter((id) => rows.get(id)?.can.includes(right));
  const months = due.data?.retentionMonths;

  const trash = async () => {
    const chosen = allowed("DELETE");
    const { changed } = await call(usersContract.bulkUsers, {
      body: { ids: chosen, action: "TRASH" },
    });
    setIds(new Set());
    await membersChanged();
    showUndo(texts.bulk.trashed(changed), async () => {
      await call(usersContract.bulkUsers, { body: { ids: chosen, action: "RESTORE" } });
      await membersChanged();
    });
  };
  const wipe = async () => {
    const chosen = allowed("ANONYMISE");
    const question = {
      title: texts.due.wipeAsk(chosen.length),
      text: texts.due.wipeText,
      confirmLabel: texts.due.wipe,
      destructive: true,
    };
    if (!(await askToConfirm(question))) return;
    const { changed } = await call(usersContract.bulkUsers, {
      body: { ids: chosen, action: "ANONYMISE" },
    });
    setIds(new Set());
    await membersChanged();
    showDone(texts.due.wiped(changed));
  };

  return (
    <>
      <PageHeader
        title={texts.due.title}
        sentence={
          months === undefined ? (
            " "
          ) : (
            <>
              {months === null ? texts.due.neverDue : texts.due.sentence(months)}{" "}
              {managesClub && (
                <AppLink td="underline" to="/settings">
                  {texts.due.toSettings}
                </AppLink>
              )}
            </>
          )
        }
      />
      <DataTable
        label={texts.due.title}
        columns={COLUMNS}
        columnsKey="users-due"
        rowId={(row) => row.id}
        rowTo={(row) => `/users/${row.id}/delete`}
        print={{
          sentence: typeof months === "number" ? texts.due.sentence(months) : "",
          load: (page) => call(usersContract.searchDueDeletions, { query: { ...state, ...page } }),
        }}
        page={due.data}
        error={due.error}
        onRetry={() => void due.refetch()}
        refreshing={due.isPlaceholderData}
        state={state}
        onStateChange={(next) => change(next as Partial<typeof state>)}
        empty={{ sentence: texts.due.none }}
        selection={{
          ids,
          onChange: setIds,
          count: members,
          nameOf: (id) => `${rows.get(id)?.firstname ?? ""} ${rows.get(id)?.lastname ?? ""}`,
          actions: (
            <>
              <Button
                size="xs"
                variant="default"
                disabled={allowed("DELETE").length === 0}
                leftSection={<Trash2 size={15} aria-hidden />}
                onClick={() => void trash()}
              >
                {texts.bulk.trash}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={allowed("ANONYMISE").length === 0}
                leftSection={<EyeOff size={15} aria-hidden />}
                onClick={() => void wipe()}
              >
                {texts.due.wipe}
              </Button>
            </>
          ),
        }}
      />
    </>
  );
}
