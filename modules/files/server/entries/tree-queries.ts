import { type RawBuilder, sql } from "kysely";
import { type ReadTx, sqlOf } from "#platform/server/database/database.ts";
import { anyText, columnsOf } from "#platform/server/database/expressions.ts";

/**
 * All of a share that is not itself in the trash: its folders, and for each folder the files in it.
 */
export interface TreeTexts {
  /** In German order within each parent; `entry` is a JSON object. */
  folders: { id: string; parent_id: string; name: string; entry: string }[];
  /** JSON objects in German order, joined by commas. */
  files: { parent_id: string; entries: string }[];
}

/**
 * Stands in the texts of a tree for the path of the folder, as JSON escapes it, with a slash at its
 * end. Occurs in no JSON.
 */
export const FOLDER_PATH = "\u0001";

/** `can` of a file, the reader's own or another's, and of a folder, as JSON. */
export interface TreeRights {
  userId: string;
  own: string;
  others: string;
  folder: string;
}

/**
 * The tree of a share, of its files only those with one of the extensions (`null`: all). The texts
 * are made here because turning 100,000 rows into objects and back into text takes the server a
 * second.
 */
export async function selectTree(
  tx: ReadTx,
  shareId: string,
  extensions: readonly string[] | null,
  { userId, own, others, folder }: TreeRights,
): Promise<TreeTexts> {
  const living = sqlOf(tx)
    .selectFrom("file_entry as e")
    .where("e.share_id", "=", shareId)
    .where("e.deleted_at", "is", null);
  const canOfFile = sql`
    CASE WHEN ${e("modified_by")} = ${userId} THEN ${own}::text ELSE ${others}::text END`;
  const [folders, files] = await Promise.all([
    living
      .select(["e.id", "e.parent_id", "e.name", entryText(sql`${folder}::text`).as("entry")])
      .where(({ ref }) => ref("e.is_folder"))
      .where("e.parent_id", "is not", null)
      .$narrowType<{ parent_id: string }>()
      .orderBy("e.parent_id")
      .orderBy("e.name")
      .orderBy("e.id")
      .execute(),
    living
      .select([
        "e.parent_id",
        sql<string>`
          string_agg(${entryText(canOfFile)}, ',' ORDER BY ${e("name")}, ${e("id")})`.as("entries"),
      ])
      .where(({ not, ref }) => not(ref("e.is_folder")))
      .$if(extensions !== null, (query) =>
        query.where("e.extension", "=", anyText(extensions ?? [])),
      )
      .$narrowType<{ parent_id: string }>()
      .groupBy("e.parent_id")
      .execute(),
  ]);
  return { folders, files };
}

const e = columnsOf("file_entry", "e");

/** The JSON of the entry `e`. */
function entryText(can: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`
    concat('{"id":"', ${e("id")}, '","name":', to_json(${e("name")}),
      ',"path":"', ${FOLDER_PATH}::text, substr(to_json(${e("name")})::text, 2),
      ',"type":', CASE WHEN ${e("is_folder")} THEN '"FOLDER"'
        ELSE concat('"FILE","subtype":"', ${e("subtype")}, '"') END,
      ',"contentType":', ${orNull(jsonText("content_type"))},
      ',"size":', ${orNull(sql`${e("size")}::text`)},
      ',"lastModified":', ${time("modified_at")},
      ',"modifiedBy":', CASE WHEN ${e("modified_by_name")} IS NULL THEN 'null'
        ELSE concat('{"id":', ${orNull(jsonText("modified_by"))},
          ',"name":', to_json(${e("modified_by_name")}), '}') END,
      ',"sha256":', ${orNull(jsonText("sha256"))},
      ',"takenAt":', ${orNull(time("taken_at"))},
      ',"version":', ${orNull(sql`${e("version")}::text`)},
      ',"hasThumbnail":', ${e("has_thumbnail")}::text, ',"can":', ${can}, '}')`;
}

function jsonText(column: "content_type" | "modified_by" | "sha256"): RawBuilder<unknown> {
  return sql`to_json(${e(column)})::text`;
}

function time(column: "modified_at" | "taken_at"): RawBuilder<unknown> {
  return sql`
    '"' || to_char(${e(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;
}

function orNull(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${text}, 'null')`;
}
