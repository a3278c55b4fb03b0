import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import { type IdentityService, readIdentityService } from "./identity-service.ts";
import { asUrl } from "./database-address.ts";
import { readS3Place, type S3Place } from "./blobs/s3/s3-place.ts";
import { Refusal } from "./refusal.ts";
import type { ReserveSize } from "./disk/disk-reserve.ts";

const port = z.coerce.number().int().min(1).max(65535);
/** Headers by which a proxy is told to send a file itself. */
const FILE_HANDOVERS = ["X-Accel-Redirect", "X-Sendfile"] as const;
export type FileHandover = (typeof FILE_HANDOVERS)[number];
const switchOn = z.enum(["0", "1"]).transform((value) => value === "1");

const variables = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  /** May name several servers; one URL afterwards. */
  DATABASE_URL: z
    .string()
    .refine((value) => asUrl(value) !== undefined)
    .transform(asUrl)
    .optional(),
  /** A streaming replica of the same database, for what may be some seconds old. */
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/\s]+\/?$/)
    .optional(),
  DEFAULT_TENANT: z
    .string()
    .regex(/^[a-z0-9](-?[a-z0-9])*$/)
    .default("demo"),
  DEMO_PASSWORD: z.string().min(10).optional(),
  DEMO: switchOn.optional(),
  /** As browsers see it; {tenant} stands for the club's name. */
  AUTH_URL: z
    .string()
    .regex(/^https?:\/\/[^/\s?#@]+(?:\/[^\s?#]*)?$/)
    .optional(),
  /** As this server reaches it; default: AUTH_URL. */
  AUTH_INTERNAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  AUTH_ADMIN_CLIENT: z.string().default("admin-cli"),
  AUTH_ADMIN_USER: z.string().optional(),
  AUTH_ADMIN_PASSWORD: z.string().optional(),
  STORAGE_URL: z.string().startsWith("s3://").optional(),
  DISK_RESERVE: z
    .string()
    .regex(/^(?:0|\d{1,9}\s?[KMGT]iB|\d{1,2}(?:\.\d+)?\s?%)$/)
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** Processes that serve the port together; default: half as many as there are cores. */
  WORKERS: z.coerce.number().int().min(1).max(32).optional(),
  /** Mails about messages within a minute; default: as fast as the mail server takes them. */
  MAIL_RATE: z.coerce.number().int().min(1).optional(),
  AI_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  /** Documents that one club may send to the AI service within 24 hours. */
  AI_DAILY_LIMIT: z.coerce.number().int().min(0).default(50),
  /**
   * At least 32 characters, the same on every process; default: generated and kept below DATA_DIR.
   */
  APP_SECRET: z.string().min(32).optional(),
  /**
   * Addresses or networks of reverse proxies whose X-Forwarded-* headers count, comma-separated.
   */
  TRUST_PROXY: z.string().optional(),
  /**
   * Origins in the operator's own network that imports may be fetched from, comma-separated; http
   * where it says so.
   */
  IMPORT_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^/\s,]+(?:\s*,\s*https?:\/\/[^/\s,]+)*$/)
    .optional(),
  /** The header by which a proxy is told to send a file itself; default: this server sends it. */
  FILE_HANDOVER: z.enum(FILE_HANDOVERS).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** After SIGTERM the server serves on so long, so that load balancers see it leave. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(2),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
});

const ESCAPES =
  "Sonderzeichen im Passwort als %XX (aus / wird %2F, aus @ wird %40, aus % wird %25)";

/** What each variable has to be, for those that can be wrong. */
const EXPECTED: Readonly<Record<string, string>> = {
  PORT: "eine Zahl von 1 bis 65535",
  DATABASE_URL: `eine Adresse wie postgres://benutzer:passwort@host/datenbank, bei mehreren Servern mit host1:5432,host2:5432 statt host; ${ESCAPES}`,
  DATABASE_REPLICA_URL:
    "die Adresse eines Replikats der Datenbank, die DATABASE_URL nennt (mit demselben Namen der Datenbank)",
  PUBLIC_URL: "ein Ursprung wie https://{tenant}.example.org",
  DEFAULT_TENANT: "der Name eines Vereins: kleine Buchstaben, Ziffern, einzelne Bindestriche",
  DEMO_PASSWORD: "mindestens 10 Zeichen",
  DEMO: "0 oder 1",
  WORKERS: "eine Zahl von 1 bis 32",
  AUTH_URL:
    "eine Adresse wie https://login.example.org oder https://{tenant}.example.org, ohne Benutzer und Passwort",
  AUTH_INTERNAL_URL:
    "die Adresse, unter der dieser Server den Anmeldedienst erreicht (nötig, wenn AUTH_URL {tenant} enthält)",
  STORAGE_URL:
    "eine Adresse der Form s3://key:secret@host/bucket?region=…; der Name des Buckets hat 3 bis 63 kleine Buchstaben, Ziffern, Punkte und Bindestriche",
  DISK_RESERVE: "eine Größe wie 2GiB oder 500MiB, ein Teil wie 5%, oder 0",
  SMTP_URL: `eine Adresse, die mit smtps:// oder smtp:// beginnt; ${ESCAPES}`,
  MAIL_FROM: "ein Absender wie Vereinsheim <verein@example.org>",
  MAIL_RATE: "eine ganze Zahl ab 1",
  AI_URL: "eine Adresse, die mit https:// oder http:// beginnt",
  AI_DAILY_LIMIT: "eine ganze Zahl ab 0",
  APP_SECRET: "mindestens 32 Zeichen",
  IMPORT_ORIGINS: "Ursprünge wie https://files.lan, durch Kommas getrennt",
  FILE_HANDOVER: `${FILE_HANDOVERS.join(" oder ")}, zusammen mit TRUST_PROXY und ohne STORAGE_URL: Dateien kann nur ein Proxy verschicken, dem vertraut wird und der sie auf seiner Platte sieht`,
  METRICS_TOKEN: "mindestens 16 Zeichen",
  DRAIN_SECONDS: "eine Zahl von 0 bis 300",
  LOG_LEVEL: "eines von fatal, error, warn, info, debug, trace, silent",
  NODE_ENV: "eines von development, production, test",
};

function refusal(names: readonly string[]): EnvironmentError {
  const lines = [...new Set(names)].map(
    (name) => `  ${name}: erwartet wird ${EXPECTED[name] ?? "ein anderer Wert"}`,
  );
  return new EnvironmentError(`Die Einstellungen sind nicht in Ordnung:\n${lines.join("\n")}`);
}

/** Configuration, read and checked once at start. */
export interface Environment {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** A streaming replica of it. */
  databaseReplicaUrl: string | undefined;
  /** Processes that serve the port together. */
  workers: number;
  defaultTenant: string;
  /**
   * Origin at which browsers see a tenant; links in mails are built from it, never from request
   * headers.
   */
  publicUrl(tenantName: string): string;
  /**
   * True when PUBLIC_URL is given: then only its origins count; else any local name may be used.
   */
  hasPublicUrl: boolean;
  demo: boolean;
  demoPassword: string | undefined;
  /** Absent: the embedded identity provider. */
  auth: IdentityService | undefined;
  /** Absent: files below DATA_DIR. */
  storage: S3Place | undefined;
  /** Room that files leave free on their disk; absent: decided by what lies on it. */
  diskReserve: ReserveSize | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Mails about messages within a minute; absent: no limit. */
  mailRate: number | undefined;
  /** An OpenAI-compatible service that reads programmes; absent: nothing leaves the server. */
  ai: { url: string; key: string | undefined; model: string; dailyLimit: number } | undefined;
  appSecret: string | undefined;
  trustProxy: string[] | false;
  /**
   * Origins that are no part of the internet and may be called all the same, because the operator
   * says so.
   */
  importOrigins: readonly string[];
  /** How a trusted proxy is told to send a file itself; absent: this server sends it. */
  fileHandover: FileHandover | undefined;
  metricsToken: string | undefined;
  /** Between SIGTERM and the end of accepting. */
  drainSeconds: number;
  logLevel: string;
  production: boolean;
  test: boolean;
}

/** Half of the cores are PostgreSQL's; more than four have not been measured. */
const MOST_SENSIBLE_WORKERS = 4;

function sensibleWorkers(mode: string): number {
  if (mode !== "production") return 1;
  return Math.max(1, Math.min(MOST_SENSIBLE_WORKERS, Math.floor(availableParallelism() / 2)));
}

export class EnvironmentError extends Refusal {}

export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw refusal(parsed.error.issues.map(({ path }) => String(path[0])));
  }
  const v = parsed.data;
  const publicUrl = (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/$/, "");
  const production = v.NODE_ENV === "production";
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: resolve(v.DATA_DIR),
    databaseUrl: v.DATABASE_URL,
    databaseReplicaUrl: replicaOf(v.DATABASE_URL, v.DATABASE_REPLICA_URL),
    workers: v.WORKERS ?? sensibleWorkers(v.NODE_ENV),
    defaultTenant: v.DEFAULT_TENANT,
    publicUrl: (tenantName) => publicUrl.replaceAll("{tenant}", tenantName),
    hasPublicUrl: v.PUBLIC_URL !== undefined,
    demo: v.DEMO ?? (v.DATABASE_URL === undefined && !production),
    demoPassword: v.DEMO_PASSWORD,
    auth: identityService(v),
    storage: storagePlace(v.STORAGE_URL),
    diskReserve: reserveSize(v.DISK_RESERVE),
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? "Vereinsheim <vereinsheim@localhost>",
    mailRate: v.MAIL_RATE,
    ai:
      v.AI_URL === undefined
        ? undefined
        : {
            url: v.AI_URL.replace(/\/$/, ""),
            key: v.AI_KEY,
            model: v.AI_MODEL ?? "gpt-4o-mini",
            dailyLimit: v.AI_DAILY_LIMIT,
          },
    appSecret: v.APP_SECRET,
    trustProxy:
      v.TRUST_PROXY === undefined ? false : v.TRUST_PROXY.split(",").map((part) => part.trim()),
    importOrigins:
      v.IMPORT_ORIGINS === undefined
        ? []
        : v.IMPORT_ORIGINS.split(",").map((part) => new URL(part.trim()).origin),
    fileHandover: fileHandover(v),
    metricsToken: v.METRICS_TOKEN,
    drainSeconds: v.DRAIN_SECONDS,
    logLevel: v.LOG_LEVEL,
    production,
    test: v.NODE_ENV === "test",
  };
}

function identityService(v: z.infer<typeof variables>): IdentityService | undefined {
  const service = readIdentityService(v);
  if (service === null) throw refusal(["AUTH_INTERNAL_URL"]);
  return service;
}

function fileHandover(v: z.infer<typeof variables>): FileHandover | undefined {
  const { FILE_HANDOVER, TRUST_PROXY, STORAGE_URL } = v;
  if (FILE_HANDOVER !== undefined && (TRUST_PROXY === undefined || STORAGE_URL !== undefined))
    throw refusal(["FILE_HANDOVER"]);
  return FILE_HANDOVER;
}

function replicaOf(database: string | undefined, replica: string | undefined): string | undefined {
  if (replica === undefined) return undefined;
  if (database === undefined || new URL(database).pathname !== new URL(replica).pathname)
    throw refusal(["DATABASE_REPLICA_URL"]);
  return replica;
}

function storagePlace(value: string | undefined): S3Place | undefined {
  if (value === undefined) return undefined;
  const place = readS3Place(value);
  if (place === undefined) throw refusal(["STORAGE_URL"]);
  return place;
}

const POWERS: Readonly<Record<string, number>> = { K: 1, M: 2, G: 3, T: 4 };

/** Reads `2GiB`, `500 MiB`, `5%` or `0`. */
function reserveSize(value: string | undefined): ReserveSize | undefined {
  if (value === undefined) return undefined;
  const amount = Number.parseFloat(value);
  if (value.endsWith("%")) return { part: amount / 100 };
  return { bytes: amount * 1024 ** (POWERS[value.at(-3) ?? ""] ?? 0) };
}
