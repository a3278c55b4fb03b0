import { join } from "node:path";
import { DatabaseRoom } from "../database/database-room.ts";
import type { Environment } from "../environment.ts";
import { DiskReserve } from "./disk-reserve.ts";
import { deviceOf } from "./free-space.ts";

/** The room that an installation's data has, as far as this process can see it. */
export interface StorageRoom {
  database: DatabaseRoom;
  /** Absent where files take nothing from the database: in S3, or on a disk of their own. */
  files: DiskReserve | undefined;
  /** What backups leave, where they are written to a disk of the installation. */
  backups: DiskReserve | undefined;
}

/** Returns where an installation's room is looked at. */
export async function storageRoom(environment: Environment): Promise<StorageRoom> {
  const { dataDir, databaseUrl, storage, diskReserve } = environment;
  const files = storage === undefined ? await reserveFor(environment) : undefined;
  if (databaseUrl !== undefined) return { database: new DatabaseRoom(), files, backups: files };
  const folder = join(dataDir, "postgres");
  const backups = new DiskReserve(folder, diskReserve);
  return { database: new DatabaseRoom(folder), files, backups };
}

/** What the operator asks for is kept whatever else lies on the disk of the files. */
async function reserveFor({
  dataDir,
  databaseUrl,
  diskReserve,
}: Environment): Promise<DiskReserve | undefined> {
  const files = join(dataDir, "files");
  if (diskReserve !== undefined) return new DiskReserve(files, diskReserve);
  if (databaseUrl !== undefined) return undefined;
  const areTogether = (await deviceOf(files)) === (await deviceOf(join(dataDir, "postgres")));
  return areTogether ? new DiskReserve(files) : undefined;
}
