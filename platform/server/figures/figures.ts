import { Counter, Gauge, type Registry } from "prom-client";
import type { Database } from "../database/database.ts";
import { type ClubFigures, selectClubFigures, selectWorkFigures } from "./figure-queries.ts";
import type { StoreErrors } from "./store-errors.ts";

/** A number of a module that this process alone knows. */
export interface Figure {
  /** `vereinsheim_…`, as Prometheus names gauges. */
  name: string;
  help: string;
  read(): number;
}

interface Sources {
  database: Database;
  storeErrors: StoreErrors;
  /** Of the modules. */
  figures: readonly Figure[];
}

/** Work is looked at as often as somebody asks, but not for each of several. */
const WORK_MS = 5_000;
/** Rows of all clubs are counted: once a minute is enough. */
const CLUBS_MS = 60_000;

const WORK = {
  jobs: ["vereinsheim_jobs", "Jobs that wait or run", "job"],
  jobs_failed: ["vereinsheim_jobs_failed", "Jobs that were given up", "job"],
  jobs_retried: ["vereinsheim_jobs_retried", "Jobs that failed and are tried again", "job"],
  jobs_overdue: ["vereinsheim_jobs_overdue_seconds", "How long the oldest due job waits", "job"],
  mails: ["vereinsheim_mails", "Mails that wait", "kind"],
  mails_overdue: [
    "vereinsheim_mails_overdue_seconds",
    "How long the oldest due mail waits",
    "kind",
  ],
} as const;

/** Adds the figures of work, clubs, connections, the store of files and the modules. */
export function workMetrics(registry: Registry, sources: Sources): void {
  const { database, storeErrors, figures } = sources;
  const registers = [registry];
  const work = remembered(WORK_MS, () => selectWorkFigures(database));
  for (const [figure, [name, help, label]] of Object.entries(WORK)) {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      // Of the database: the same in every process that serves the port.
      aggregator: "max",
      async collect() {
        this.reset();
        for (const row of (await work()) ?? [])
          if (row.figure === figure) this.set({ [label]: row.label }, row.value);
      },
    });
  }
  const clubs = remembered(CLUBS_MS, () => selectClubFigures(database));
  const ofClubs = (name: string, help: string, value: (club: ClubFigures) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ["club"],
      registers,
      // Of the database: the same in every process that serves the port.
      aggregator: "max",
      async collect() {
        this.reset();
        for (const club of (await clubs()) ?? []) {
          const figure = value(club);
          if (figure !== null) this.set({ club: club.name }, figure);
        }
      },
    });
  ofClubs("vereinsheim_club_members", "Members of a club", ({ members }) => members);
  ofClubs("vereinsheim_club_file_bytes", "Room that a club's files take", ({ bytes }) => bytes);
  ofClubs(
    "vereinsheim_club_quota_bytes",
    "Room that a club's files may take; of clubs with a quota",
    ({ quota }) => quota,
  );
  ofClubs(
    "vereinsheim_club_quota_used_bytes",
    "What of it is taken; of clubs with a quota",
    ({ quota, kept }) => (quota === null ? null : kept),
  );
  ofClubs("vereinsheim_club_maintenance", "1 while a club is in maintenance", ({ state }) =>
    state === "MAINTENANCE" ? 1 : 0,
  );
  new Gauge({
    name: "vereinsheim_database_connections",
    help: "Connections of this process by pool and state; waiting: requests for one",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { pool, busy, idle, waiting, limit } of database.connections())
        for (const [state, count] of Object.entries({ busy, idle, waiting, limit }))
          this.set({ pool, state }, count);
    },
  });
  const counted = new Map<string, number>();
  new Counter({
    name: "vereinsheim_store_errors_total",
    help: "How often the store of files failed",
    labelNames: ["code"],
    registers,
    collect() {
      for (const [code, count] of storeErrors) {
        this.inc({ code }, count - (counted.get(code) ?? 0));
        counted.set(code, count);
      }
    },
  });
  for (const { name, help, read } of figures)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
}

/** Asks no more often than that; what could not be had is absent, for the other figures count on. */
function remembered<T>(forMs: number, ask: () => Promise<T>): () => Promise<T | undefined> {
  let asked: { at: number; answer: Promise<T | undefined> } | undefined;
  return () => {
    if (asked === undefined || Date.now() - asked.at > forMs)
      asked = { at: Date.now(), answer: ask().catch(() => undefined) };
    return asked.answer;
  };
}
