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

/** Decrypts sealed columns for an export: the file is as secret as its installation. */
export function decryptSealedColumns(sealed: readonly SealedColumn[], secrets: Secrets): Altered {
  return (table, rows) =>
    changedColumns(table, rows, sealed, (purpose, ciphertext) => {
      try {
        return secrets.decrypt(purpose, ciphertext);
      } catch (error) {
        throw new BackupRefusal(
          `Das Geheimnis passt nicht zu ${table.name}. Bitte setzen Sie APP_SECRET oder DATA_DIR so wie beim Server.`,
          { cause: error },
        );
      }
    });
}

/**
 * Returns what an imported club's rows become: sealed columns encrypted with this installation's
 * secret, files under new keys, the club's new name.
 */
export function rowsForThisInstallation(
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
 * Files of an imported club get new, unguessable keys: an import must not name those of another
 * club.
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
