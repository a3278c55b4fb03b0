import pg from "pg";
import { isWritable, type Primary, primaryOf } from "./primary.ts";
import type { Host } from "../../database-address.ts";

/** Whoever waits for one server without a limit does not for one of several. */
const CONNECT_LIMIT_MS = 4_000;

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * A connection to the database. Where the address names several servers, it is one to the server
 * that takes writes; `pg` by itself knows one server only.
 */
export class PrimaryClient extends pg.Client {
  readonly #url: string;
  readonly #primary: Primary | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const url = config.connectionString ?? "";
    const primary = primaryOf(url);
    super(
      primary === undefined ? config : { connectionTimeoutMillis: CONNECT_LIMIT_MS, ...config },
    );
    this.#url = url;
    this.#primary = primary;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (this.#primary === undefined)
      return callback === undefined ? super.connect() : super.connect(callback);
    const connected = this.#connectTo(this.#primary);
    if (callback === undefined) return connected;
    const tell = callback as (error: Error | null, client?: pg.Client) => void;
    connected.then(() => tell(null, this), tell);
  }

  async #connectTo(primary: Primary): Promise<pg.Client> {
    const host = await primary.find(this.#url);
    this.host = host.name;
    this.port = host.port;
    try {
      await super.connect();
      // It may have changed its part since it was asked.
      if (!(await isWritable(this))) throw primary.refusal();
    } catch (error) {
      primary.forget();
      void this.end().catch(() => {});
      throw error instanceof pg.DatabaseError ? error : primary.refusal(error);
    }
    this.#stay(primary, host);
    return this;
  }

  #stay(primary: Primary, host: Host): void {
    const self = { leave: (reason: Error) => void this.connection.stream.destroy(reason) };
    primary.keep(self, host);
    this.once("end", () => primary.drop(self));
  }
}

/** Options of a pool whose connections go to the server that takes writes. */
export function poolTo(url: string): pg.PoolConfig {
  return { connectionString: url, Client: PrimaryClient };
}
