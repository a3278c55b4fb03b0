import { randomFillSync } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import helmet from "@fastify/helmet";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { v7 as uuidv7 } from "uuid";
import type { Environment } from "../environment.ts";
import { AppError } from "./app-error.ts";
import { setGermanMessages } from "./german-issues.ts";
import { PAGE_POLICY } from "./pages/page-policy.ts";
import { RequestLog } from "./request-log.ts";
import { styleRoutes } from "./server-pages/style-routes.ts";
import { sendProblem } from "./problems.ts";
import { answerClientError } from "./refusals/client-errors.ts";
import { refuseUnreadableHost } from "./readable-host.ts";

setGermanMessages();

const JSON_LIMIT_BYTES = 1024 * 1024;

/**
 * The HTTP server with everything that concerns every request: ids, logs, limits, headers, problem
 * documents.
 */
export async function createHttpServer(
  environment: Environment,
  log: Logger,
): Promise<FastifyInstance> {
  const server = Fastify<Server, IncomingMessage, ServerResponse, FastifyBaseLogger>({
    loggerInstance: log,
    genReqId: requestIds(),
    childLoggerFactory: (_log, named) => new RequestLog(log, named),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "requestId",
    }),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply),
    clientErrorHandler: answerClientError,
    bodyLimit: JSON_LIMIT_BYTES,
    // Whole request received, head to last byte; byte routes answer early when their limit is
    // passed.
    requestTimeout: 10 * 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    trustProxy: environment.trustProxy,
    forceCloseConnections: "idle",
    // What arrives on an open connection while the server stops is answered like everything before
    // it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 8_192, ignoreTrailingSlash: false },
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
  });
  server.server.headersTimeout = 20_000;
  const protecting = await protectingHeaders(environment);
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers(protecting).header("x-request-id", request.id);
    refuseUnreadableHost(request);
    done();
  });
  // Neither query nor path values below an id go to the log: both may hold personal data.
  server.addHook("onResponse", (request, reply, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (reply.statusCode >= 500) request.log.warn(line, "answered");
    else request.log.info(line, "answered");
    done();
  });
  // An empty JSON body is no body: DELETE and action POSTs come without one.
  server.removeContentTypeParser("application/json");
  const parse = server.getDefaultJsonParser("error", "error");
  server.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    void parse(request, body as string, (error, value) =>
      error
        ? done(
            new AppError("BAD_REQUEST", {
              detail: "Die Anfrage ist kein gültiges JSON.",
              cause: error,
            }),
          )
        : done(null, value),
    );
  });
  styleRoutes(server);
  return server;
}

/** What helmet would say anew with each answer. It depends on the installation alone. */
async function protectingHeaders(environment: Environment): Promise<Record<string, string>> {
  const told = Fastify();
  await told.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: PAGE_POLICY },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "same-origin" },
    hsts: environment.publicUrl("x").startsWith("https:")
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    frameguard: { action: "sameorigin" },
  });
  let headers: [string, string][] = [];
  told.get("/", async (_request, reply) => {
    headers = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
    return "";
  });
  await told.inject("/");
  await told.close();
  return Object.fromEntries(headers);
}

const RANDOM_BYTES = 16;

/**
 * Returns what names requests. Random bytes are had for many at once: to fetch them costs ten times
 * what the rest of a name does.
 */
function requestIds(): () => string {
  const pool = new Uint8Array(RANDOM_BYTES * 512);
  let used = pool.length;
  const rng = () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return pool.subarray(used, (used += RANDOM_BYTES));
  };
  return () => uuidv7({ rng });
}
