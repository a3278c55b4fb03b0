import { dirname } from "node:path";
import type pg from "pg";
import type { DiskReserve } from "#platform/server/disk/disk-reserve.ts";
import { freeSpace, isDiskFull } from "#platform/server/disk/free-space.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { databaseBytes, sumOfBlobs } from "./blob-row-queries.ts";
import { setTenant } from "./catalogue-queries.ts";
import { BackupRefusal } from "./archive/format.ts";

/** Rows as text become so much smaller, without the indexes and compressed. */
const PART_OF_DATABASE = 0.1;

/** Room for an archive in the folder where it is to be written. */
export interface ArchiveSpace {
  /** Refuses at the start what will hardly find room. To be asked within a transaction. */
  requireRoom(client: pg.Client, tenants: readonly { id: string }[]): Promise<void>;
  /** Refuses bytes that would take what has to stay free for the database. */
  take(bytes: number): Promise<void>;
  /** Returns what to say of an error: a disk that filled up meanwhile has a sentence. */
  explained(error: unknown): unknown;
}

/** @param reserve counts where the archive lies on the same disk */
export async function archiveSpace(
  path: string,
  reserve: DiskReserve | undefined,
): Promise<ArchiveSpace> {
  const folder = dirname(path);
  const kept = await keptIn(folder, reserve);
  return {
    async requireRoom(client, tenants) {
      let needed = (await databaseBytes(client)) * PART_OF_DATABASE;
      for (const { id } of tenants) {
        await setTenant(client, id);
        needed += await sumOfBlobs(client, id);
      }
      await requireSpace(folder, needed, kept);
    },
    take: async (bytes) => kept?.take(bytes),
    explained(error) {
      const isFull =
        isDiskFull(error) || (error instanceof AppError && error.code === "DISK_RESERVE_REACHED");
      if (!isFull) return error;
      return new BackupRefusal(
        `In ${folder} ist kein Platz mehr: Der Datenträger wurde beim Schreiben voll. Die angefangene Datei ist wieder entfernt.`,
        { cause: error },
      );
    },
  };
}

async function keptIn(
  folder: string,
  reserve: DiskReserve | undefined,
): Promise<DiskReserve | undefined> {
  return (await reserve?.concerns(folder)) === true ? reserve : undefined;
}

/**
 * Refuses what will hardly find room in a folder.
 * @param reserve counts where the folder lies on the same disk
 */
export async function requireSpace(
  folder: string,
  needed: number,
  reserve: DiskReserve | undefined,
): Promise<void> {
  const { free } = await freeSpace(folder);
  const left = (await (await keptIn(folder, reserve))?.state())?.reserve ?? 0;
  if (free - left >= needed) return;
  const reserved = left === 0 ? "" : `, von denen ${inWords(left)} für die Datenbank frei bleiben`;
  throw new BackupRefusal(
    `In ${folder} ist zu wenig Platz: gebraucht werden etwa ${inWords(needed)}, frei sind ${inWords(free)}${reserved}. Es wurde nichts geschrieben.`,
  );
}

function inWords(bytes: number): string {
  const [amount, unit] = bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${amount.toLocaleString("de", { maximumFractionDigits: 1 })} ${unit}`;
}
