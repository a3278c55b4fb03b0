import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { DestinationStream } from "pino";
import { createTenant } from "#modules/tenants/server/public.ts";
import { createMember } from "#modules/members/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import {
  type AnswerOf,
  type BodyInput,
  isBytes,
  type ParamsInput,
  type QueryInput,
  type Route,
} from "#platform/contract/route.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { urlOf } from "#platform/server/http/bind.ts";
import { systemActor } from "#platform/server/database/database.ts";
import { type Environment, readEnvironment } from "#platform/server/environment.ts";
import type { AnyJob } from "#platform/server/jobs/job.ts";
import { createLog } from "#platform/server/log/create-log.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import type { ServerModule } from "#platform/server/server-module.ts";
import type { Services } from "#platform/server/services.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { TestQueue } from "#platform/server/testing/jobs.ts";
import { authenticator, rightsLoader } from "./authenticate.ts";
import { openInstallation } from "./installation.ts";
import { createAppServer } from "./server.ts";

/** A member of a test tenant; `token` stands for being logged in as them. */
export interface TestUser {
  id: string;
  tenant: TenantRow;
  token: string;
}

export interface TestAnswer<R extends Route> {
  status: number;
  /** The parsed answer or problem. */
  body: AnswerOf<R>;
  headers: Record<string, string | string[] | number | undefined>;
  bytes: Buffer;
}

export interface CallInput<R extends Route> {
  params?: ParamsInput<R>;
  query?: QueryInput<R>;
  body?: BodyInput<R> | Buffer;
  headers?: Record<string, string>;
}

/** The whole server on a real database of its own, called without a network. */
export interface TestApp {
  services: Services;
  server: FastifyInstance;
  /** Of all its modules. */
  jobs: readonly AnyJob[];
  tenant(name: string, displayName?: string): Promise<TenantRow>;
  /** Makes a member with these direct permissions. */
  user(
    tenant: TenantRow,
    who?: {
      firstname?: string;
      lastname?: string;
      permissions?: Permission[];
      isAdmin?: boolean;
      email?: string;
    },
  ): Promise<TestUser>;
  /**
   * Calls a route; a problem does not throw. `as` null: without a token. `tenant` when it is not
   * the caller's.
   */
  call<R extends Route>(
    route: R,
    input: CallInput<R>,
    as: TestUser | null,
    tenant?: TenantRow,
  ): Promise<TestAnswer<R>>;
  /** Runs the queue until no job is due. */
  runJobs(): Promise<void>;
  /** Lets the time of a scheduled job come, for every club that it is for. */
  runScheduled(job: Pick<AnyJob, "id">): Promise<void>;
  close(): Promise<void>;
}

const TEST_TOKEN = /^test\.([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

/** JSON as it is written, bytes and text as they are. */
function payloadOf(body: unknown): Buffer | string | object {
  if (typeof body === "object" && body !== null) return body;
  return JSON.stringify(body);
}

/** Whose database and files are joined; a test application is one. */
interface Place {
  services: { environment: Pick<Environment, "databaseUrl" | "dataDir"> };
}

/**
 * @param beside the server joins this one's database and files, as a second process would; they
 * stay when it closes
 * @param modules all of the product unless named
 * @param variables of the environment, as the operator sets them
 * @param logTo hears every line of the log that `LOG_LEVEL` lets through
 */
export async function testApp({
  beside,
  modules,
  variables = {},
  logTo,
}: {
  beside?: Place;
  modules?: readonly ServerModule[];
  variables?: Record<string, string>;
  logTo?: DestinationStream;
} = {}): Promise<TestApp> {
  const clusterUrl = process.env["TEST_DATABASE_URL"];
  if (clusterUrl === undefined)
    throw new Error(
      "TEST_DATABASE_URL is not set: tests run through the test configuration's global setup",
    );
  const own = beside === undefined ? await createTestDatabase(clusterUrl) : undefined;
  const dataDir =
    beside?.services.environment.dataDir ?? (await mkdtemp(join(tmpdir(), "vereinsheim-test-")));
  const environment = readEnvironment({
    DATA_DIR: dataDir,
    DATABASE_URL: own?.ownerUrl ?? beside?.services.environment.databaseUrl,
    APP_SECRET: "a secret of the tests, long enough",
    NODE_ENV: "test",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent",
    ...variables,
  });
  const log = createLog({ level: environment.logLevel }, logTo);
  const installation = await openInstallation(environment, log);
  const { services } = installation;
  const real = authenticator(services);
  const loadRights = rightsLoader(services);
  const app = await createAppServer(services, {
    pages: false,
    stopping: () => false,
    checkAnswers: true,
    ...(modules === undefined ? {} : { modules }),
    // Everything but the token's own check is the product's: rights come from the database. Real
    // tokens work too.
    async authenticate(tenant, token) {
      const [, tenantId, userId] = TEST_TOKEN.exec(token) ?? [];
      if (userId === undefined) return real(tenant, token);
      if (tenantId !== tenant.id) throw new AppError("UNAUTHENTICATED");
      return { ...(await loadRights(tenant.id, userId)), sessionId: "test-session" };
    },
  });
  await app.server.ready();
  const queue = new TestQueue(installation.ownerUrl, app.jobs, services);

  return {
    services,
    server: app.server,
    jobs: app.jobs,
    tenant: (name, displayName = `Verein ${name}`) =>
      createTenant(services.database, name, displayName),
    async user(
      tenant,
      {
        firstname = "Erika",
        lastname = "Mustermann",
        permissions = [],
        isAdmin = false,
        email,
      } = {},
    ) {
      const { id } = await services.database.write(tenant.id, systemActor(), (tx) =>
        createMember(tx, { firstname, lastname, email: email ?? null }, { permissions, isAdmin }),
      );
      return { id, tenant, token: `test.${tenant.id}.${id}` };
    },
    async call(route, { params, query, body, headers }, as, tenant = as?.tenant) {
      if (tenant === undefined) throw new Error("a call without a user names its tenant");
      const values: Record<string, unknown> = {
        tenant: tenant.name,
        ...(params as object | undefined),
      };
      const deep = /\{(\w+)\*\}/.exec(route.path)?.[1];
      const below = String((deep === undefined ? undefined : values[deep]) ?? "").replace(
        /^\//,
        "",
      );
      const path = urlOf(route)
        .replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(values[name])))
        .replace(
          /\/?\*$/,
          below === "" ? "" : `/${below.split("/").map(encodeURIComponent).join("/")}`,
        );
      const search = new URLSearchParams(
        Object.entries((query ?? {}) as object)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      );
      const request: InjectOptions = {
        method: route.method,
        url: search.size === 0 ? path : `${path}?${search.toString()}`,
        headers: {
          ...(as === null ? {} : { authorization: `Bearer ${as.token}` }),
          ...(isBytes(route.body)
            ? { "content-type": route.body.contentTypes[0] ?? "application/octet-stream" }
            : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: payloadOf(body) }),
      };
      const response = await app.server.inject(request);
      const isJson = String(response.headers["content-type"] ?? "").includes("json");
      return {
        status: response.statusCode,
        body: isJson && response.body !== "" ? JSON.parse(response.body) : undefined,
        headers: response.headers,
        bytes: response.rawPayload,
      };
    },
    runJobs: () => queue.runDue(),
    runScheduled: (job) => queue.runScheduled(job),
    async close() {
      await app.server.close();
      await queue.close();
      await installation.close();
      if (own === undefined) return;
      await own.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
