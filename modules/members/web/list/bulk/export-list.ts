import { call } from "#platform/web/api/api.ts";
import { today } from "#platform/web/format/format.ts";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { usersContract } from "../../../contract.ts";
import { saveFile } from "#platform/web/api/save-file.ts";
import { texts } from "../../texts.ts";
import { filterOf, type MemberListState } from "../list-state.ts";
import { exportColumns } from "../member-columns.tsx";
import type { Chosen } from "./chosen-members.ts";

export type ListFormat = "CSV" | "XLSX";

/**
 * The list as one sees it (its filter, or the chosen members) as a file: same columns, same order
 * of rows.
 */
export async function exportList(
  format: ListFormat,
  state: MemberListState,
  columns: readonly string[],
  which?: Chosen,
): Promise<void> {
  const file = await call(usersContract.exportUsers, {
    body: {
      ...(which ?? { filter: filterOf(state) }),
      format,
      columns: exportColumns(columns),
      sort: state.sort,
      dir: state.dir === "DESC" ? "DESC" : "ASC",
    },
  });
  saveFile(file, `Mitglieder ${today()}.${format.toLowerCase()}`);
  showDone(texts.list.exported);
}
