import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { freeSpace } from "../../disk/free-space.ts";
import { DATABASE_NEEDS_BYTES } from "../database-room.ts";
import { type Cluster, hasPostmaster, lastWords, startOrJoin } from "./cluster.ts";
import { listenerOn } from "./listening.ts";

const LOOK_MS = 500;
const RETRY_MS = 1_000;
/** So long it is tried to start the server again. */
const GIVE_UP_MS = 60_000;
/** So long another program may hold the port: a restart of this process finds another one. */
const FOREIGN_MS = 5_000;
/** From then on the process says of itself that it is not alive. */
const DEAD_MS = 30_000;

export interface Watch {
  /** False when the server has been gone so long that only a restart of this process helps. */
  isAlive(): boolean;
  /** How often the server has been started again. */
  restarts(): number;
  stop(): Promise<void>;
}

/**
 * Looks whether the server listens, and starts one that is gone again on its port, which all
 * connections know. A server that is busy or recovers still listens, and is left alone.
 */
export function watchPostgres(
  cluster: Cluster,
  port: number,
  { log, lost }: { log: Logger; lost: (reason: string) => void },
): Watch {
  const end = new AbortController();
  let goneSince: number | undefined;
  let restarts = 0;
  let hasRoom = true;

  const bringBack = async () => {
    const since = Date.now();
    goneSince = since;
    log.error("PostgreSQL is gone, starting it again");
    while (!end.signal.aborted) {
      try {
        hasRoom = await hasRoomIn(cluster.folder);
        if ((await startOrJoin(cluster, port)).port !== port)
          return lost("PostgreSQL läuft jetzt auf einem anderen Port.");
        restarts += 1;
        log.warn({ afterMs: Date.now() - since }, "PostgreSQL runs again");
        goneSince = undefined;
        return;
      } catch (error) {
        log.error({ err: error }, "PostgreSQL did not start");
        const isForeign = (await listenerOn(port)) !== "NOBODY";
        if (isForeign && Date.now() - since > FOREIGN_MS) return lost(takenPort(port));
        if (hasRoom && Date.now() - since > GIVE_UP_MS) return lost(await reasonOf(cluster.folder));
      }
      await pause(RETRY_MS);
    }
  };

  const look = async () => {
    for (let missed = 0; !end.signal.aborted;) {
      await pause(LOOK_MS, undefined, { signal: end.signal, ref: false });
      missed = (await isThere(cluster, port)) ? 0 : missed + 1;
      // Once may be a full queue of connections.
      if (missed < 2) continue;
      await bringBack();
      missed = 0;
    }
  };
  const done = look().catch((error: unknown) => {
    if (!end.signal.aborted) log.error({ err: error }, "PostgreSQL is no longer watched");
  });

  return {
    isAlive: () => goneSince === undefined || !hasRoom || Date.now() - goneSince < DEAD_MS,
    restarts: () => restarts,
    async stop() {
      end.abort();
      // A start on its way ends first, or it would leave a server that nobody stops.
      await done;
    },
  };
}

function takenPort(port: number): string {
  return `PostgreSQL läuft nicht mehr, und auf seinem Port ${port} lauscht jetzt ein anderes Programm.`;
}

async function reasonOf(folder: string): Promise<string> {
  const words = await lastWords(folder);
  return `PostgreSQL läuft nicht mehr und ließ sich nicht wieder starten${words === "" ? "" : `: ${words}`}.`;
}

/** Freeing some room is enough, so nothing is given up without it. */
async function hasRoomIn(folder: string): Promise<boolean> {
  return (await freeSpace(folder)).free > DATABASE_NEEDS_BYTES;
}

/** One that is silent is left alone as long as its process lives: it is busy, or halted. */
async function isThere(cluster: Cluster, port: number): Promise<boolean> {
  const listener = await listenerOn(port);
  if (listener === "NOBODY") return false;
  return listener === "POSTGRESQL" || hasPostmaster(cluster.folder);
}
