import type { FastifyInstance } from "fastify";
import { identityHealth, identityUnavailable } from "#modules/identity/server/public.ts";
import { searchModule } from "#modules/search/server/module.ts";
import { systemModule } from "#modules/system/server/module.ts";
import { clubLooks, tenantDirectory } from "#modules/tenants/server/public.ts";
import type { Route } from "#platform/contract/route.ts";
import { bind, methodsOf, urlOf } from "#platform/server/http/bind.ts";
import { createHttpServer } from "#platform/server/http/http.ts";
import type { AnyJob } from "#platform/server/jobs/job.ts";
import { sendMail } from "#platform/server/mail/send-mail.ts";
import { sendProblem } from "#platform/server/http/problems.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import {
  type EmbeddedDatabase,
  OPERATIONS,
  operationsRoutes,
} from "#platform/server/http/operations-routes.ts";
import { refuseOtherMethods } from "#platform/server/http/refusals/other-methods.ts";
import { servePages } from "#platform/server/http/pages/pages.ts";
import type { Authenticate } from "#platform/server/http/principal.ts";
import type { LiveKind, ServerModule } from "#platform/server/server-module.ts";
import type { Services } from "#platform/server/services.ts";
import { authenticator } from "./authenticate.ts";
import { modules as everyModule } from "./modules.ts";

interface Options {
  /** False where no built pages are needed (tests of the API). */
  pages: boolean;
  stopping(): boolean;
  embeddedDatabase?: EmbeddedDatabase;
  /** All of the product unless named; two servers of one process share none of their state. */
  modules?: readonly ServerModule[];
  /** Stands in for the check of tokens, in tests only. */
  authenticate?: Authenticate;
  /**
   * Whether each answer is compared with its contract, which takes as long as making it: in tests.
   */
  checkAnswers?: boolean;
}

export interface AppServer {
  server: FastifyInstance;
  jobs: readonly AnyJob[];
}

/** Puts all modules on one HTTP server and gathers their jobs. */
export async function createAppServer(services: Services, options: Options): Promise<AppServer> {
  const { environment, database, live, log, room, storeErrors } = services;
  const { modules = everyModule, checkAnswers = false } = options;
  const findTenant = tenantDirectory(database, live);
  const authenticate = options.authenticate ?? authenticator(services);
  const liveKinds = new Map<string, LiveKind>(
    modules.flatMap(({ liveKinds = {} }) => Object.entries(liveKinds)),
  );
  const search = searchModule(modules.flatMap((module) => module.search ?? []));
  const all = [
    ...modules,
    search,
    systemModule({ areas: [...modules, search], liveKinds, authenticate, findTenant }),
  ];

  const server = await createHttpServer(environment, log);
  const identityAnswers = identityHealth(services);
  operationsRoutes(server, {
    database,
    metricsToken: environment.metricsToken,
    stopping: options.stopping,
    embeddedDatabase: options.embeddedDatabase,
    room,
    storeErrors,
    identityAnswers,
    figures: all.flatMap((module) => module.figures ?? []),
  });
  const binding = { database, findTenant, authenticate, checkAnswers };
  for (const module of all) {
    bind(server, binding, module.contract, module.handlers(services));
    const plugin = module.plugin?.(services);
    if (plugin !== undefined) await server.register(plugin);
  }
  refuseOtherMethods(server, [
    ...OPERATIONS,
    ...all.flatMap(({ contract }) =>
      Object.values<Route>(contract).map((route) => ({
        url: urlOf(route),
        methods: methodsOf(route),
      })),
    ),
  ]);
  if (options.pages)
    await servePages(server, environment, {
      findTenant,
      lookOf: clubLooks(services),
      requireLogins: async () => {
        if ((await identityAnswers?.()) === false) throw identityUnavailable();
      },
    });
  else server.setNotFoundHandler((request, reply) => sendProblem(notFound(), request, reply));
  return { server, jobs: [sendMail, ...all.flatMap((module) => module.jobs ?? [])] };
}
