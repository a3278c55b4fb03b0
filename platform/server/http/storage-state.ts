import type { FastifyBaseLogger } from "fastify";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../database/database.ts";
import type { StorageRoom } from "../disk/storage-room.ts";

const LOOK_MS = 5_000;

/** How the places are in which an installation keeps its data. */
export interface Places {
  /** `RESERVE`: files are refused, so that the database has room to go on. */
  files: "OK" | "RESERVE";
  database: "OK" | "FULL" | "DOWN";
}

/** Asks the database and looks at the disks. */
export async function placesOf(database: Database, room: StorageRoom): Promise<Places> {
  const [isUp, isFull, isReached] = await Promise.all([
    database.ping().then(
      () => true,
      () => false,
    ),
    room.database.isFull(),
    filesAreStopped(room),
  ]);
  return {
    files: isReached ? "RESERVE" : "OK",
    database: isFull ? "FULL" : isUp ? "OK" : "DOWN",
  };
}

/** A store that can't be asked is another matter than one without room. */
async function filesAreStopped({ files }: StorageRoom): Promise<boolean> {
  const state = await files?.state().catch(() => undefined);
  return state?.isReached ?? false;
}

/** Adds the figures of room and database. */
export function storageMetrics(
  registry: Registry,
  room: StorageRoom,
  look: () => Promise<Places>,
): void {
  const registers = [registry];
  new Gauge({
    name: "vereinsheim_database_up",
    help: "1 while the database answers",
    registers,
    aggregator: "min",
    async collect() {
      this.set(Number((await look()).database !== "DOWN"));
    },
  });
  new Gauge({
    name: "vereinsheim_database_full",
    help: "1 while the database has no room to write",
    registers,
    aggregator: "max",
    async collect() {
      this.set(Number(await room.database.isFull()));
    },
  });
  new Gauge({
    name: "vereinsheim_uploads_stopped",
    help: "1 while files are refused because the reserve of their disk is reached",
    registers,
    aggregator: "max",
    async collect() {
      this.set(Number(await filesAreStopped(room)));
    },
  });
  new Gauge({
    name: "vereinsheim_disk_free_bytes",
    help: "Free room on the disks that this process knows",
    labelNames: ["place"],
    registers,
    aggregator: "max",
    async collect() {
      const [files, database] = await Promise.all([
        room.files?.state().catch(() => undefined),
        room.database.space(),
      ]);
      if (files !== undefined) this.set({ place: "files" }, files.free);
      if (database !== undefined) this.set({ place: "database" }, database.free);
    },
  });
  new Gauge({
    name: "vereinsheim_disk_reserve_bytes",
    help: "Room that files leave to the database, 0 where none is kept",
    registers,
    aggregator: "max",
    async collect() {
      this.set((await room.files?.state().catch(() => undefined))?.reserve ?? 0);
    },
  });
}

/** Writes one line whenever room ends or is there again. */
export function logChanges(room: StorageRoom, log: FastifyBaseLogger): { stop(): void } {
  let before = "files go on, database takes writes";
  const timer = setInterval(() => {
    void Promise.all([filesAreStopped(room), room.database.isFull()]).then(([files, database]) => {
      const now = [
        files ? "files are refused, the reserve is reached" : "files go on",
        database ? "database is full" : "database takes writes",
      ].join(", ");
      if (now !== before) log.warn(`room on disk: ${now}`);
      before = now;
    });
  }, LOOK_MS).unref();
  return { stop: () => clearInterval(timer) };
}
