import { createHmac, randomBytes } from "node:crypto";
import type { Secrets } from "#platform/server/secrets.ts";
import type { TenantTable } from "../catalogue-queries.ts";
import { changedLines, withColumn } from "../archive/copy-text.ts";
import { BackupRefusal } from "../archive/format.ts";
import type { SealedColumn } from "#platform/server/tenant-portability.ts";

type Altered = (
  table: TenantTable,
  rows: AsyncIterable<Buffer>,
) => AsyncIterable<Buffer> | undefined;

/** Opens the boxes on the way out: the file is as secret as the installation it comes from. */
export function openSealed(sealed: readonly SealedColumn[], secrets: Secrets): Altered {
  return (table, rows) =>
    changedColumns(table, rows, sealed, (purpose, box) => {
      try {
        return secrets.decrypt(purpose, box);
      } catch (error) {
        throw new BackupRefusal(
          `Das Geheimnis passt nicht zu ${table.name}. Bitte setzen Sie APP_SECRET oder DATA_DIR so wie beim Server.`,
          { cause: error },
        );
      }
    });
}

/**
 * What an arriving club's rows become: boxes shut with this installation's secret, files under new
 * keys, its name.
 */
export function arriving(
  sealed: readonly SealedColumn[],
  secrets: Secrets,
  { blobKey, name }: { blobKey: (key: string) => string; name: string },
): Altered {
  return (table, rows) => {
    const shut =
      changedColumns(table, rows, sealed, (purpose, plain) => secrets.encrypt(purpose, plain)) ??
      rows;
    const named =
      table.name === "tenant"
        ? changedLines(shut, (line) => withColumn(line, table.columns.indexOf("name"), () => name))
        : shut;
    return changedLines(named, (line) => line.replace(BLOB_KEY, blobKey));
  };
}

/**
 * Files of an arriving club get keys that nobody knows: a file from elsewhere must not name those
 * of another club.
 */
const BLOB_KEY = /(?<![0-9a-f])[0-9a-f]{2}\/[0-9a-f]{38}(?![0-9a-f])/g;

/** Each key another one, always the same within one import. */
export function newBlobKeys(): (key: string) => string {
  const salt = randomBytes(32);
  return (key) => {
    const name = createHmac("sha256", salt).update(key).digest("hex").slice(0, 40);
    return `${name.slice(0, 2)}/${name.slice(2)}`;
  };
}

function changedColumns(
  table: TenantTable,
  rows: AsyncIterable<Buffer>,
  sealed: readonly SealedColumn[],
  change: (purpose: string, value: string) => string,
): AsyncIterable<Buffer> | undefined {
  const columns = sealed
    .filter((one) => one.table === table.name)
    .map(({ column, purpose }) => ({ index: table.columns.indexOf(column), purpose }));
  if (columns.length === 0) return undefined;
  return changedLines(rows, (line) =>
    columns.reduce(
      (changed, { index, purpose }) =>
        withColumn(changed, index, (value) => change(purpose, value)),
      line,
    ),
  );
}
