import { userFilter } from "#modules/members/contract.ts";
import {
  countMembers,
  type MemberFilter,
  type MemberOrder,
  type PackedIds,
  readSavedView,
  selectPackedIds,
  selectToday,
  toFilter,
  toOrder,
  wantedBy,
  type WantedOfMembers,
} from "#modules/members/server/public.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { type ExportFormat, MAX_PDF_ROWS } from "../../export-contract.ts";
import { groupPaths } from "../mapping/export-row.ts";
import { clubFields } from "../mapping/mappings.ts";
import { type ExportColumn, columnsOf, holdProtectedFields } from "./columns.ts";
import type { ExportOptions } from "./stored-values.ts";

/** What decides which members a file holds, and what of them. */
export interface ExportChoice {
  format: ExportFormat;
  options: ExportOptions;
  mappingConfigId: number | null;
  filter: Record<string, unknown>;
  viewId: string | null;
  sort: string;
  dir: "ASC" | "DESC";
  asOf: string | null;
}

/** An export, checked against the rights of its reader and ready to be read. */
export interface ExportPlan {
  columns: ExportColumn[];
  /** What these need of each member. */
  wanted: WantedOfMembers;
  /** How groups are called in the file. */
  groupPath: ReturnType<typeof groupPaths>;
  filter: MemberFilter;
  order: MemberOrder;
  /** Reference date of status, age and groups. */
  day: string;
  protectedFields: boolean;
}

/** What decides the section of a list on paper. */
const SECTION_FIELDS: Record<NonNullable<ExportOptions["groupBy"]> | "NONE", readonly string[]> = {
  GROUP: ["groups"],
  STATUS: ["status"],
  CITY: ["city"],
  GENDER: ["gender"],
  LETTER: ["lastname"],
  NONE: [],
};

const MOST_ROWS = 200_000;

export async function planExport(
  tx: ReadTx,
  choice: ExportChoice,
  reader: Principal,
): Promise<ExportPlan> {
  const view =
    choice.viewId === null ? null : await readSavedView(tx, choice.viewId, reader, "viewId");
  const { filter, sort, dir } = view ?? {
    filter: userFilter.parse(choice.filter),
    sort: choice.sort,
    dir: choice.dir,
  };
  const today = await selectToday(tx);
  const day = choice.asOf ?? filter.asOf ?? today;
  const { format, mappingConfigId, options } = choice;
  const columns = await columnsOf(
    tx,
    { format, mappingConfigId, options, viewColumns: view === null ? null : view.columns, day },
    reader,
  );
  return {
    columns,
    wanted: wantedBy(
      [
        ...columns.flatMap(({ fields }) => fields),
        ...SECTION_FIELDS[options.groupBy ?? "NONE"],
        // A card says when it was changed.
        ...(format === "VCARD" ? ["title", "updatedAt"] : []),
      ],
      reader,
    ),
    groupPath: groupPaths(await clubFields(tx, true)),
    filter: await toFilter(tx, { ...filter, asOf: day }, today),
    order: await toOrder(tx, { sort, dir }, reader),
    day,
    protectedFields: holdProtectedFields(columns),
  };
}

/** The ids of all members of an export, in order. */
export async function planMembers(
  tx: ReadTx,
  { filter, order }: ExportPlan,
  format: ExportFormat,
): Promise<PackedIds> {
  const most = format === "PDF" ? MAX_PDF_ROWS : MOST_ROWS;
  const ids = await selectPackedIds(tx, filter, order, most + 1);
  if (ids.length <= most) return ids;
  throw new AppError("UNPROCESSABLE", {
    code: "TOO_MANY",
    detail:
      format === "PDF"
        ? `Eine PDF-Liste fasst höchstens ${most.toLocaleString("de")} Mitglieder. Bitte schränken Sie sie ein oder wählen Sie CSV oder Excel.`
        : `Das sind mehr als ${most.toLocaleString("de")} Mitglieder. Bitte schränken Sie den Export ein.`,
  });
}

export async function countPlanned(tx: ReadTx, { filter }: ExportPlan): Promise<number> {
  return countMembers(tx, filter);
}
