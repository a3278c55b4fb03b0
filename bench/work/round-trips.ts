import type { Socket } from "node:net";
import { createAppServer } from "#apps/server/server.ts";
import type { Installation } from "#apps/server/installation.ts";
import pg from "pg";

/** What one request does on the sockets to the database. */
export interface Traffic {
  /** System calls that write. */
  writes: number;
  /** Answers that were waited for. */
  roundTrips: number;
}

/** How often a request is made before it counts: caches, and statements that are prepared. */
const WARM_UPS = 30;

/** Returns what each path does on the sockets to the database, in a process of its own. */
export async function trafficOf(
  { services }: Installation,
  paths: readonly string[],
  { token, host }: { token: string; host: string },
): Promise<Map<string, Traffic>> {
  const { server } = await createAppServer(services, { pages: false, stopping: () => false });
  const sockets = new Watched();
  try {
    const found = new Map<string, Traffic>();
    for (const path of paths) {
      const call = async () => {
        const headers = { authorization: `Bearer ${token}`, host };
        const answer = await server.inject({ url: path, headers });
        if (answer.statusCode !== 200)
          throw new Error(`${path} answered ${answer.statusCode}: ${answer.body.slice(0, 1_000)}`);
      };
      for (let count = 0; count < WARM_UPS; count++) await call();
      sockets.begin();
      await call();
      // What is waited for by nobody: the end of a transaction.
      await new Promise((resolve) => setTimeout(resolve, 20));
      found.set(path, sockets.end());
    }
    return found;
  } finally {
    sockets.stop();
    await server.close();
  }
}

type Write = (...args: unknown[]) => unknown;
interface Watchable {
  _write: Write;
  _writev: Write;
}

/** Counts at the sockets of all connections that send something while it looks. */
class Watched {
  readonly #known = new WeakSet<Socket>();
  readonly #query = pg.Client.prototype.query as Write;
  #writes = 0;
  #roundTrips = 0;
  readonly #waiting = new Set<Socket>();

  constructor() {
    const watch = (socket: Socket) => this.#watch(socket);
    const query = this.#query;
    (pg.Client.prototype as { query: Write }).query = function watched(
      this: pg.Client,
      ...args: unknown[]
    ) {
      watch((this as unknown as { connection: { stream: Socket } }).connection.stream);
      return Reflect.apply(query, this, args);
    };
  }

  begin(): void {
    this.#writes = 0;
    this.#roundTrips = 0;
    this.#waiting.clear();
  }

  end(): Traffic {
    return { writes: this.#writes, roundTrips: this.#roundTrips };
  }

  stop(): void {
    (pg.Client.prototype as { query: Write }).query = this.#query;
  }

  #watch(socket: Socket): void {
    if (this.#known.has(socket)) return;
    this.#known.add(socket);
    const watched = socket as unknown as Watchable;
    for (const name of ["_write", "_writev"] as const) {
      const original = watched[name];
      watched[name] = (...args) => {
        this.#writes++;
        this.#waiting.add(socket);
        return Reflect.apply(original, socket, args);
      };
    }
    socket.on("data", () => {
      if (this.#waiting.delete(socket)) this.#roundTrips++;
    });
  }
}
