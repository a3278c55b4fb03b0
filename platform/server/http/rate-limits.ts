import type { FastifyRequest } from "fastify";
import pg from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { isDatabaseFull, translateError } from "../database/database-errors.ts";
import { DatabaseRoom } from "../database/database-room.ts";
import { poolTo } from "../database/hosts/primary-client.ts";
import { AppError } from "./app-error.ts";

export interface Limit {
  points: number;
  seconds: number;
}

/**
 * Limits against guessing, shared by all processes through the database. While that takes no writes
 * for want of space each process counts by itself: people still come in, and nobody guesses freely.
 */
export interface RateLimits {
  /** Takes one point of `name`/`key`; refuses with 429 and Retry-After when none is left. */
  consume(name: string, key: string, limit: Limit): Promise<void>;
  /** Seconds until `name`/`key` may go on, 0 when it may now; takes nothing. */
  blockedFor(name: string, key: string, limit: Limit): Promise<number>;
  reset(name: string, key: string, limit: Limit): Promise<void>;
  /** Gives back one point of `name`/`key` that was taken for what turned out to be no guess. */
  giveBack(name: string, key: string, limit: Limit): Promise<void>;
  close(): Promise<void>;
}

export function createRateLimits(
  connectionString: string,
  room: DatabaseRoom = new DatabaseRoom(),
): RateLimits {
  const pool = new pg.Pool({
    ...poolTo(connectionString),
    max: 3,
    connectionTimeoutMillis: 4_000,
    application_name: "vereinsheim-limits",
    // Nobody waits for the disk: where the database's machine fails, the tries of its last half second
    // may be forgotten, which is no more than could be made in it.
    onConnect: async (client) => void (await client.query("SET synchronous_commit = off")),
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const shared = keptLimiters(
    (name, { points, seconds }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        schemaName: "operations",
        tableName: "rate_limit",
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
  );
  const own = keptLimiters(
    (name, { points, seconds }) =>
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
  );
  return {
    async consume(name, key, limit) {
      try {
        await shared(name, limit).consume(keyOf(key));
      } catch (error) {
        const refusal = await refusalOf(error, room);
        if (!isDatabaseFull(refusal)) throw refusal;
        await own(name, limit)
          .consume(keyOf(key))
          .catch(async (refused: unknown) => {
            throw await refusalOf(refused, room);
          });
      }
    },
    async blockedFor(name, key, limit) {
      try {
        return Math.max(
          blockedBy(await shared(name, limit).get(keyOf(key)), limit),
          blockedBy(await own(name, limit).get(keyOf(key)), limit),
        );
      } catch (error) {
        throw await refusalOf(error, room);
      }
    },
    async reset(name, key, limit) {
      await own(name, limit).delete(keyOf(key));
      await shared(name, limit)
        .delete(keyOf(key))
        .catch(async (error: unknown) => {
          const refusal = await refusalOf(error, room);
          // What stays counted passes with its time.
          if (!isDatabaseFull(refusal)) throw refusal;
        });
    },
    async giveBack(name, key, limit) {
      try {
        await shared(name, limit).reward(keyOf(key));
      } catch (error) {
        const refusal = await refusalOf(error, room);
        if (!isDatabaseFull(refusal)) throw refusal;
        await own(name, limit).reward(keyOf(key));
      }
    },
    close: () => pool.end(),
  };
}

/** Returns one limiter for each name and limit, made when it is first asked for. */
function keptLimiters<T extends RateLimiterAbstract>(
  make: (name: string, limit: Limit) => T,
): (name: string, limit: Limit) => T {
  const made = new Map<string, T>();
  return (name, limit) => {
    const id = `${name}/${limit.points}/${limit.seconds}`;
    const known = made.get(id) ?? make(name, limit);
    made.set(id, known);
    return known;
  };
}

function keyOf(key: string): string {
  return key.slice(0, 200);
}

function blockedBy(state: RateLimiterRes | null, { points }: Limit): number {
  return state !== null && state.consumedPoints > points ? Math.ceil(state.msBeforeNext / 1000) : 0;
}

/** Returns why a point could not be taken: none is left, or the database is away or full. */
async function refusalOf(error: unknown, room: DatabaseRoom): Promise<AppError> {
  if (error instanceof RateLimiterRes) return tooMany(error.msBeforeNext);
  const known = await translateError(error, room);
  if (known instanceof AppError) return known;
  return new AppError("UNAVAILABLE", {
    code: "DATABASE_UNAVAILABLE",
    retryAfterSeconds: 2,
    cause: error,
  });
}

function tooMany(milliseconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds < 90 ? `${seconds} Sekunden` : `${Math.ceil(seconds / 60)} Minuten`;
  return new AppError("TOO_MANY_REQUESTS", {
    detail: `Zu viele Versuche. Bitte warten Sie ${wait} und versuchen Sie es dann noch einmal.`,
    retryAfterSeconds: seconds,
  });
}

/**
 * The caller's address for limits: an IPv6 network is one caller, because a household has 2^64
 * addresses.
 */
export function addressKey({ ip }: Pick<FastifyRequest, "ip">): string {
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail = ""] = ip.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const zeros = ip.includes("::")
    ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0")
    : [];
  return `${[...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::/64`;
}
