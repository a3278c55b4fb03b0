import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { type CheckedArchive, contentsOf } from "../archive/checked-archive.ts";
import { BackupRefusal } from "../archive/format.ts";

/** Returns a whole backup as if it held this club only. */
export function onlyTenant(archive: CheckedArchive, name: string): CheckedArchive {
  const { header, manifest } = archive;
  const tenant = header.tenants.find((one) => one.name === name);
  if (tenant === undefined) {
    const names = header.tenants.map((one) => one.name).join(", ");
    throw new BackupRefusal(
      `Einen Verein "${name}" gibt es in der Sicherung nicht. Sie enthält: ${names || "keinen"}.`,
    );
  }
  const isOwn = ({ tenantId }: { tenantId: string }) => tenantId === tenant.id;
  return {
    ...archive,
    only: tenant.id,
    header: { ...header, tenants: [tenant] },
    manifest: {
      ...manifest,
      tenants: manifest.tenants.filter(({ id }) => id === tenant.id),
      missing: manifest.missing.filter(isOwn),
      damaged: manifest.damaged.filter(isOwn),
    },
  };
}

/** Returns the bytes of the rows and of the files that belong to the archive's clubs. */
export async function sizeOfContents(
  archive: CheckedArchive,
): Promise<{ rows: number; files: number }> {
  const sums = archive.manifest.tenants.flatMap(({ tables }) => tables);
  const rows = sums.reduce((sum, { bytes }) => sum + bytes, 0);
  let files = 0;
  for await (const part of contentsOf(archive)) {
    // All rows come before the first file.
    if ("key" in part) break;
    if (part.table !== "blob") continue;
    const { columns } = archive.header.tables.find(({ name }) => name === "blob") ?? {};
    const size = columns?.indexOf("size") ?? -1;
    for await (const line of createInterface({ input: Readable.from(part.content) }))
      files += Number(line.split("\t")[size] ?? 0);
  }
  return { rows, files };
}
