import type { FastifyRequest } from "fastify";
import pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "./app-error.ts";

export interface Limit {
  points: number;
  seconds: number;
}

/** Limits against guessing, shared by all processes through the database. */
export interface RateLimits {
  /** Takes one point of `name`/`key`; refuses with 429 and Retry-After when none is left. */
  consume(name: string, key: string, limit: Limit): Promise<void>;
  /** Seconds until `name`/`key` may go on, 0 when it may now; takes nothing. */
  blockedFor(name: string, key: string, limit: Limit): Promise<number>;
  reset(name: string, key: string, limit: Limit): Promise<void>;
  close(): Promise<void>;
}

export function createRateLimits(connectionString: string): RateLimits {
  const pool = new pg.Pool({
    connectionString,
    max: 3,
    connectionTimeoutMillis: 4_000,
    application_name: "vereinsheim-limits",
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiter = (name: string, { points, seconds }: Limit) => {
    const id = `${name}/${points}/${seconds}`;
    let known = limiters.get(id);
    if (known === undefined) {
      known = new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        schemaName: "operations",
        tableName: "rate_limit",
        tableCreated: true,
        keyPrefix: name,
        points,
        duration: seconds,
      });
      limiters.set(id, known);
    }
    return known;
  };
  return {
    async consume(name, key, limit) {
      try {
        await limiter(name, limit).consume(key.slice(0, 200));
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext);
        throw new AppError("UNAVAILABLE", {
          code: "DATABASE_UNAVAILABLE",
          retryAfterSeconds: 2,
          cause: error,
        });
      }
    },
    async blockedFor(name, key, limit) {
      const state = await limiter(name, limit).get(key.slice(0, 200));
      return state !== null && state.consumedPoints > limit.points
        ? Math.ceil(state.msBeforeNext / 1000)
        : 0;
    },
    async reset(name, key, limit) {
      await limiter(name, limit).delete(key.slice(0, 200));
    },
    close: () => pool.end(),
  };
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
