import { Button, Text } from "@mantine/core";
import { queryClient } from "#platform/web/api/query-client.ts";
import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { ApiError, call } from "#platform/web/api/api.ts";
import { plural } from "#platform/web/format/format.ts";
import { inAddress, usePathParams, useSearchState } from "#platform/web/navigation.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { askToConfirm } from "#platform/web/ui/notices/confirm.tsx";
import { DataTable } from "#platform/web/ui/table/DataTable.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { filesContract, TRASH_DAYS, type TrashItem } from "../../contract.ts";
import { SHARE_WORDS } from "../shares/words.ts";
import { filesChanged, shareQuery, trashQuery } from "../queries.ts";
import { ConflictDialog } from "./dialogs/ConflictDialog.tsx";
import { trashColumns } from "./trash-columns.tsx";

const state = z.object({ page: inAddress.number(0), size: inAddress.number(50) });

/** Papierkorb of a share: what was deleted in the last 30 days. */
export default function TrashPage() {
  const { shareId } = usePathParams("shareId");
  const share = useQuery(shareQuery(shareId));
  const [paging, setPaging] = useSearchState(state);
  const trash = useQuery(trashQuery(shareId, paging));
  const [taken, setTaken] = useState<TrashItem>();
  const { one, home, addressOf } = SHARE_WORDS[share.data?.kind ?? "DOCUMENTS"];
  usePageTitle(
    "Papierkorb",
    share.data && [home, { label: share.data.name, to: addressOf(shareId) }],
  );

  const restore = async (item: TrashItem, onConflict: "FAIL" | "REPLACE" | "RENAME" = "FAIL") => {
    try {
      await call(filesContract.restoreEntry, {
        params: { id: shareId, path: "" },
        query: { entry: item.id, onConflict },
        inForm: true,
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return setTaken(item);
      throw error;
    }
    await filesChanged();
    showDone(`„${item.name}“ ist wiederhergestellt.`);
  };
  const remove = async (item: TrashItem | undefined) => {
    const sure = await askToConfirm({
      title: item ? `„${item.name}“ endgültig löschen?` : "Papierkorb leeren?",
      text: item
        ? "Das lässt sich nicht rückgängig machen."
        : `Alles im Papierkorb dieser ${one} geht verloren. Das lässt sich nicht rückgängig machen.`,
      confirmLabel: item ? "Endgültig löschen" : "Papierkorb leeren",
      destructive: true,
    });
    if (!sure) return;
    await call(filesContract.emptyTrash, {
      params: { id: shareId },
      query: item ? { entry: item.id } : {},
    });
    await filesChanged();
    showDone(item ? `„${item.name}“ ist endgültig gelöscht.` : "Der Papierkorb ist leer.");
  };

  const columns = trashColumns({
    onRestore: (item) => void restore(item),
    onPurge: (item) => void remove(item),
  });
  const mayEmpty = trash.data?.content.some((item) => item.can.includes("PURGE"));
  return (
    <>
      <PageHeader
        title="Papierkorb"
        sentence={
          trash.data &&
          `${trash.data.totalElements === 0 ? "" : `${plural(trash.data.totalElements, "Eintrag", "Einträge")}. `}Nach ${TRASH_DAYS} Tagen wird endgültig gelöscht.`
        }
        actions={
          mayEmpty && (
            <Button
              variant="default"
              leftSection={<Trash2 size={16} aria-hidden />}
              onClick={() => void remove(undefined)}
            >
              Papierkorb leeren
            </Button>
          )
        }
      />
      <DataTable
        label="Gelöschte Einträge"
        columns={columns}
        rowId={(item) => item.id}
        print={{
          sentence: `Nach ${TRASH_DAYS} Tagen wird endgültig gelöscht.`,
          load: (page) => queryClient.fetchQuery(trashQuery(shareId, page)),
        }}
        page={trash.data}
        error={trash.error}
        onRetry={() => void trash.refetch()}
        state={{ ...paging, sort: "deletedAt", dir: "DESC" }}
        onStateChange={({ page, size }) =>
          setPaging({
            ...(page === undefined ? {} : { page }),
            ...(size === undefined ? {} : { size }),
          })
        }
        empty={{ sentence: <Text span>Der Papierkorb ist leer.</Text> }}
      />
      <ConflictDialog
        taken={taken && { name: taken.name, isFolder: taken.type === "FOLDER", others: 0 }}
        onAnswer={(answer) => {
          setTaken(undefined);
          if (taken && answer !== "SKIP") void restore(taken, answer);
        }}
      />
    </>
  );
}
