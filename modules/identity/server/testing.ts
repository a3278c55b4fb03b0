import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { DestinationStream } from "pino";
import PostalMime from "postal-mime";
import { bind } from "#platform/server/http/bind.ts";
import { diskBlobStore } from "#platform/server/blobs/disk-blobs.ts";
import { DatabaseRoom } from "#platform/server/database/database-room.ts";
import { openDatabase, systemActor } from "#platform/server/database/database.ts";
import { readEnvironment } from "#platform/server/environment.ts";
import { createHttpServer } from "#platform/server/http/http.ts";
import { createLiveBus } from "#platform/server/live.ts";
import { sendMail } from "#platform/server/mail/send-mail.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import type { AnyJob } from "#platform/server/jobs/job.ts";
import { createLog } from "#platform/server/log/create-log.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { createRateLimits } from "#platform/server/http/rate-limits.ts";
import { createSecrets } from "#platform/server/secrets.ts";
import type { Services } from "#platform/server/services.ts";
import { createTestDatabase } from "#platform/server/testing/database.ts";
import { TestQueue } from "#platform/server/testing/jobs.ts";
import { identityContract } from "../contract.ts";
import { identityModule } from "./module.ts";
import { accessTokens, type IdentityAdmin, identityAdmin } from "./public.ts";
import { findUnsuspendedTenant } from "./realm/realm-queries.ts";
import type { AccessTokens } from "./tokens/access-tokens.ts";
import { changeTestMember, insertTestMember, insertTestTenant } from "./testing-queries.ts";

export { KeycloakDouble } from "./keycloak/keycloak-double.ts";
export { TestBrowser } from "./test-browser.ts";
export {
  backdateInvitations,
  makeWaitingJobsDue,
  openTransactions,
  waitingJobs,
} from "./testing-queries.ts";

/** Of the installation below, for commands beside it. */
export const TEST_SECRET = "a secret of the tests, long enough";

export interface TestLogin {
  memberId: string;
  loginId: string;
  username: string;
  password: string;
}

/** The identity module alone on a real server and a database of its own, for tests. */
export interface RealmServer {
  services: Services;
  server: FastifyInstance;
  admin: IdentityAdmin;
  tokens: AccessTokens;
  /** Where it listens: `http://localhost:…` */
  origin: string;
  dataDir: string;
  /** The owner's connection to the database. */
  ownerUrl: string;
  tenant(name: string): Promise<TenantRow>;
  member(
    tenant: TenantRow,
    who?: { firstName?: string; lastName?: string; email?: string | null },
  ): Promise<string>;
  changeMember(
    tenant: TenantRow,
    id: string,
    change: {
      left_on?: string | null;
      deceased_on?: string | null;
      deleted_at?: Date | null;
      email?: string | null;
      last_name?: string;
    },
  ): Promise<void>;
  login(
    tenant: TenantRow,
    who?: { username?: string; firstName?: string; email?: string | null; password?: string },
  ): Promise<TestLogin>;
  /** Runs the queue until no job is due, several at the same time where asked. */
  runJobs(concurrency?: number): Promise<void>;
  /** Lets the time of a scheduled job come, for every club. */
  runScheduled(job: Pick<AnyJob, "id">): Promise<void>;
  /** Texts of the mails sent so far, oldest first. */
  mails(): Promise<string[]>;
  /** Sends what waits; returns the newest mail's text and the link in it. */
  newestMail(): Promise<{ text: string; link: string }>;
  close(): Promise<void>;
}

export const TEST_PASSWORD = "Vier zufaellige Woerter";

export async function startRealmServer(
  variables: Record<string, string> = {},
  logTo?: DestinationStream,
): Promise<RealmServer> {
  const clusterUrl = process.env["TEST_DATABASE_URL"];
  if (clusterUrl === undefined) throw new Error("TEST_DATABASE_URL is not set");
  const testDatabase = await createTestDatabase(clusterUrl);
  const dataDir = await mkdtemp(join(tmpdir(), "identity-test-"));
  const port = await freePort();
  const environment = readEnvironment({
    PORT: String(port),
    DATA_DIR: dataDir,
    NODE_ENV: "test",
    DATABASE_URL: testDatabase.ownerUrl,
    ...variables,
  });
  const log = createLog({ level: logTo === undefined ? "silent" : "trace" }, logTo);
  const appUrl = await migrate(testDatabase.ownerUrl, TEST_SECRET);
  const live = createLiveBus();
  const database = openDatabase({ connectionString: appUrl, live });
  const rateLimits = createRateLimits(appUrl);
  await live.start(appUrl, log);
  const services: Services = {
    environment,
    database,
    blobs: diskBlobStore(join(dataDir, "files")),
    live,
    storeErrors: new Map(),
    rateLimits,
    room: { database: new DatabaseRoom(), files: undefined, backups: undefined },
    secrets: createSecrets(TEST_SECRET),
    openings: [],
    recipientSources: [],
    log,
  };

  const server = await createHttpServer(environment, log);
  const tokens = accessTokens(services);
  const findTenant = (name: string) => findUnsuspendedTenant(database, name);
  const authenticate = async (tenant: TenantRow, token: string) => {
    const { memberId, sessionId } = await tokens.verify(tenant, token);
    return {
      userId: memberId,
      name: "",
      isAdmin: false,
      permissions: new Set<never>(),
      groupIds: [],
      ledGroupIds: [],
      sessionId,
    };
  };
  bind(
    server,
    { database, findTenant, authenticate, checkAnswers: true },
    identityContract,
    identityModule.handlers(services),
  );
  const plugin = identityModule.plugin?.(services);
  if (plugin !== undefined) await server.register(plugin);
  const admin = identityAdmin(services);
  const jobs = [sendMail, ...(identityModule.jobs ?? [])];
  const queue = new TestQueue(testDatabase.ownerUrl, jobs, services);

  const write = <T>(tenant: TenantRow, work: Parameters<typeof database.write<T>>[2]) =>
    database.write(tenant.id, systemActor(), work);
  const app: RealmServer = {
    services,
    server,
    admin,
    tokens,
    origin: `http://localhost:${port}`,
    dataDir,
    ownerUrl: testDatabase.ownerUrl,
    async tenant(name) {
      const id = randomUUID();
      await database.write(id, systemActor(), (tx) => insertTestTenant(tx, id, name));
      return {
        id,
        name,
        displayName: `Verein ${name}`,
        timeZone: "Europe/Berlin",
        state: "ACTIVE",
      };
    },
    member: (tenant, { firstName = "Erika", lastName = "Mustermann", email = null } = {}) =>
      write(tenant, (tx) => insertTestMember(tx, { firstName, lastName, email })),
    changeMember: (tenant, id, change) => write(tenant, (tx) => changeTestMember(tx, id, change)),
    async login(
      tenant,
      {
        username = `erika${randomUUID().slice(0, 8)}`,
        firstName = "Erika",
        email = null,
        password = TEST_PASSWORD,
      } = {},
    ) {
      const memberId = await app.member(tenant, { firstName, email });
      const { loginId } = await write(tenant, (tx) =>
        admin.createLoginWithPassword(tx, { memberId, username, password }),
      );
      return { memberId, loginId, username, password };
    },
    runJobs: (concurrency) => queue.runDue(concurrency),
    runScheduled: (scheduled) => queue.runScheduled(scheduled),
    async mails() {
      const names: string[] = await readdir(join(dataDir, "mail")).catch(() => []);
      const mails = await Promise.all(
        names
          .toSorted()
          .map(async (name) => PostalMime.parse(await readFile(join(dataDir, "mail", name)))),
      );
      return mails.map(({ subject, text }) => `${subject}\n${text}`);
    },
    async newestMail() {
      await app.runJobs();
      const text = (await app.mails()).at(-1) ?? "";
      return { text, link: /http\S+action-token\?key=[\w-]+/.exec(text)?.[0] ?? "" };
    },
    async close() {
      await server.close();
      await queue.close();
      await Promise.all([live.close(), rateLimits.close(), database.close()]);
      await testDatabase.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return app;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
