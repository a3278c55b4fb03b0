import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { notFound } from "./app-error.ts";
import { isLocalCaller } from "./refusals/local-caller.ts";
import type { Database } from "../database/database.ts";
import { type Figure, workMetrics } from "../figures/figures.ts";
import type { StoreErrors } from "../figures/store-errors.ts";
import type { StorageRoom } from "../disk/storage-room.ts";
import { logChanges, placesOf, storageMetrics } from "./storage-state.ts";
import { metricsOfPort } from "./worker-metrics.ts";

interface Options {
  database: Database;
  /** Without one, metrics answer to programs of this machine only. */
  metricsToken: string | undefined;
  /** True once shutdown has begun: load balancers then send nothing new. */
  stopping(): boolean;
  /** Absent where the database is somebody else's: a restart of this process would not help it. */
  embeddedDatabase?: EmbeddedDatabase | undefined;
  room: StorageRoom;
  storeErrors: StoreErrors;
  figures: readonly Figure[];
  /** Whether the identity provider answers; absent where this server is it. */
  identityAnswers?: (() => Promise<boolean>) | undefined;
}

/** The database that this process looks after. */
export interface EmbeddedDatabase {
  /** False when it has been gone so long that only a restart of this process helps. */
  isAlive(): boolean;
  /** How often it has been started again. */
  restarts(): number;
}

export const OPERATIONS = ["/health/live", "/health/ready", "/metrics"].map((url) => ({
  url,
  methods: ["GET", "HEAD"],
}));

/** `/health/live`, `/health/ready`, `/metrics`: for operators and their machines. */
export function operationsRoutes(
  server: FastifyInstance,
  {
    database,
    metricsToken,
    stopping,
    embeddedDatabase,
    room,
    storeErrors,
    figures,
    identityAnswers,
  }: Options,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Prometheus takes what ends in _total for a counter, and these are none; each has a sibling that
  // tells the same by type.
  for (const kind of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of answered requests",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  server.addHook("onResponse", (request, reply, done) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? "page",
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
  // A connection that stays open would bring its next request in the moment in which it is closed.
  server.addHook("onRequest", (_request, reply, done) => {
    if (stopping()) reply.raw.shouldKeepAlive = false;
    done();
  });
  const changes = logChanges(room, server.log);
  server.addHook("onClose", async () => changes.stop());
  if (embeddedDatabase !== undefined) {
    new Gauge({
      name: "vereinsheim_database_restarts",
      help: "How often the embedded database died and was started again",
      registers: [registry],
      aggregator: "max",
      collect() {
        this.set(embeddedDatabase.restarts());
      },
    });
  }
  const look = () => placesOf(database, room);
  storageMetrics(registry, room, look);
  workMetrics(registry, { database, storeErrors, figures });
  server.get("/health/live", async (_request, reply) => {
    const isAlive = embeddedDatabase?.isAlive() ?? true;
    return reply
      .header("cache-control", "no-store")
      .status(isAlive ? 200 : 503)
      .send(isAlive ? { status: "UP" } : { status: "DOWN", reason: "DATABASE_LOST" });
  });
  server.get("/health/ready", async (_request, reply) => {
    const [places, answers] = await Promise.all([look(), identityAnswers?.()]);
    // Without the identity provider whoever is logged in works on: no reason to send nobody here.
    const identity = answers === undefined ? {} : { identity: answers ? "OK" : "DOWN" };
    const ready = !stopping() && places.database === "OK";
    return reply
      .header("cache-control", "no-store")
      .status(ready ? 200 : 503)
      .send({ status: ready ? "UP" : "DOWN", ...places, ...identity });
  });
  const metrics = metricsOfPort(registry);
  server.get("/metrics", async (request, reply) => {
    const allowed =
      metricsToken === undefined
        ? isLocalCaller(request)
        : same(request.headers.authorization ?? "", `Bearer ${metricsToken}`);
    if (!allowed) throw notFound();
    return reply.type(registry.contentType).send(await metrics());
  });
}

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
