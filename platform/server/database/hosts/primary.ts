import pg from "pg";
import { type Host, hostsOf, NoPrimaryError, textOf } from "../../database-address.ts";

/** So long an answer counts: connections that are opened together ask once. */
const VALID_MS = 1_000;
/** A server that says nothing is away. */
const ANSWER_LIMIT_MS = 2_000;

/** What it takes to leave a server. */
export interface Movable {
  leave(reason: Error): void;
}

/**
 * Which of several servers takes writes. All of them are asked, and the first in their order that
 * does is taken, so that every process takes the same.
 */
export class Primary {
  readonly #hosts: readonly Host[];
  /** By the address that was asked with: it holds who asks. */
  readonly #asked = new Map<string, { at: number; answer: Promise<Host> }>();
  readonly #connections = new Map<Movable, Host>();

  constructor(hosts: readonly Host[]) {
    this.#hosts = hosts;
  }

  /** @throws NoPrimaryError, or what PostgreSQL says to who asks. */
  async find(url: string): Promise<Host> {
    const known = this.#asked.get(url);
    if (known !== undefined && performance.now() - known.at < VALID_MS) return known.answer;
    const answer = this.#ask(url);
    this.#asked.set(url, { at: performance.now(), answer });
    answer.catch(() => this.forget());
    return answer;
  }

  forget(): void {
    this.#asked.clear();
  }

  /**
   * Remembers a connection. It ends when another server turns out to take the writes: one to a
   * machine that has died says nothing by itself for hours.
   */
  keep(connection: Movable, host: Host): void {
    this.#connections.set(connection, host);
  }

  drop(connection: Movable): void {
    this.#connections.delete(connection);
  }

  refusal(cause?: unknown): NoPrimaryError {
    return new NoPrimaryError(this.#hosts, cause);
  }

  async #ask(url: string): Promise<Host> {
    const answers = this.#hosts.map((host) => takesWrites(url, host));
    // Looked at in order below; one that fails meanwhile is no accident.
    for (const answer of answers) answer.catch(() => {});
    const failures: unknown[] = [];
    for (const [index, host] of this.#hosts.entries()) {
      try {
        if (await answers[index]) return this.#moveTo(host);
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures.find(isRefusal) ?? this.refusal(new AggregateError(failures));
  }

  #moveTo(primary: Host): Host {
    for (const [connection, host] of this.#connections) {
      if (host !== primary)
        connection.leave(new Error("Connection terminated: another server takes the writes"));
    }
    return primary;
  }
}

/** By their servers, so that all connections of a process move together. */
const known = new Map<string, Primary>();

/** Returns which of a URL's servers takes writes, as this process knows it; undefined for one server. */
export function primaryOf(url: string): Primary | undefined {
  const hosts = hostsOf(url);
  if (hosts.length === 0) return undefined;
  const name = hosts.map(textOf).join(",");
  const primary = known.get(name) ?? new Primary(hosts);
  known.set(name, primary);
  return primary;
}

async function takesWrites(url: string, { name, port }: Host): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "vereinsheim-primary",
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
  });
  client.host = name;
  client.port = port;
  client.on("error", () => {});
  try {
    await client.connect();
    return await isWritable(client);
  } finally {
    void client.end().catch(() => {});
  }
}

/** Neither a standby nor a server that its operator has closed for writes. */
export async function isWritable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    "SHOW transaction_read_only",
  );
  return rows[0]?.transaction_read_only === "off";
}

/** A wrong password or database, which waiting does not mend. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? "");
}
