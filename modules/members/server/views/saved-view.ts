import { type UserFilter, userSearchQuery } from "../../contract.ts";
import { fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { selectViews } from "./view-queries.ts";

/** What a saved view of the list of members shows, and how. */
interface SavedView {
  name: string;
  filter: UserFilter;
  sort: string;
  dir: "ASC" | "DESC";
  columns: readonly string[];
}

/**
 * Returns a reader's own view or a shared one, as it is to be applied. One that is gone, foreign or
 * of a former version that can't be read any more is refused at its place.
 */
export async function readSavedView(
  tx: ReadTx,
  id: string,
  reader: Principal,
  path: string,
): Promise<SavedView> {
  const [view] = await selectViews(tx, reader.userId, id);
  if (view === undefined)
    throw fieldProblem(path, "Diese gespeicherte Ansicht gibt es nicht (mehr).", "NOT_FOUND");
  const parsed = userSearchQuery.safeParse(view.parameters);
  if (!parsed.success)
    throw fieldProblem(
      path,
      `Die gespeicherte Ansicht „${view.name}“ ist nicht mehr lesbar. Bitte speichern Sie sie neu.`,
    );
  const { page: _page, size: _size, sort, dir, ...filter } = parsed.data;
  return { name: view.name, filter, sort, dir, columns: view.columns };
}
