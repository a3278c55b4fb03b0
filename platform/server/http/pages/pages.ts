import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../app-error.ts";
import type { Environment } from "../../environment.ts";
import { nameTenant } from "../name-tenant.ts";
import type { ClubLook } from "../server-pages/server-page.ts";
import type { FindTenant } from "../principal.ts";
import { sendProblem } from "../problems.ts";
import { sendCompressed } from "../answers/send-compressed.ts";
import { type ApplicationPage, applicationPage } from "./application-page.ts";
import { type EntryPage, entryPage, mayHaveSession } from "./entry-page.ts";
import { sendFailedPage } from "./failed-page.ts";
import { PLAIN_POLICY, plainPage } from "./plain-page.ts";

const WEB = join(import.meta.dirname, "..", "..", "..", "..", "dist", "web");

/**
 * Tenant of a host name: its first part; two or fewer parts and bare addresses mean the default
 * tenant.
 */
export function tenantOfHost(host: string, defaultTenant: string): string {
  const name = host.replace(/:\d+$/, "").toLowerCase();
  if (name.startsWith("[") || /^\d+(\.\d+){3}$/.test(name)) return defaultTenant;
  const parts = name.split(".");
  return parts.length <= 2 ? defaultTenant : (parts[0] ?? defaultTenant);
}

/**
 * Serves the built single-page application; every address that no other route takes is a page of
 * it.
 */
export async function servePages(
  server: FastifyInstance,
  environment: Environment,
  clubs: Clubs,
): Promise<void> {
  const application = await applicationPage(WEB, environment);
  const entry = await entryPage();
  await server.register(fastifyStatic, {
    root: join(WEB, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: "365d",
    wildcard: false,
    index: false,
  });
  await server.register(fastifyStatic, {
    root: WEB,
    prefix: "/",
    decorateReply: false,
    preCompressed: true,
    serve: true,
    wildcard: false,
    index: false,
    globIgnore: ["assets/**", "**/*.br", "**/*.gz", "index.html"],
  });
  const isApi = (url: string) =>
    /^\/[^/]+\/api(\/|$|\?)/.test(url) ||
    /^\/(realms|health|metrics)(\/|$|\?)/.test(url) ||
    /^\/public\/[^/]+\/(?!$)(tenant|logo|ics)/.test(url);

  server.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if ((request.method !== "GET" && request.method !== "HEAD") || isApi(request.url))
      return sendProblem(notFound(), request, reply);
    // A missing file is not a page: an old address of a script must not answer with HTML.
    if (request.url.startsWith("/assets/")) return sendProblem(notFound(), request, reply);
    return sendPage(request, reply, { application, entry, environment, ...clubs });
  });
}

interface Clubs {
  findTenant: FindTenant;
  /** How a club looks, by its id. */
  lookOf(tenantId: string): Promise<Pick<ClubLook, "accentColor">>;
  /** Throws UNAVAILABLE while nobody can log in. */
  requireLogins(): Promise<void>;
}

interface Pages extends Clubs {
  application: ApplicationPage;
  /** The document for readers without a session. */
  entry: EntryPage;
  environment: Pick<Environment, "defaultTenant" | "auth">;
}

/**
 * Sends the application, the way to the login for a reader without a session, or a page that says
 * why the club is not there.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { application, entry, environment, findTenant, lookOf, requireLogins }: Pages,
): Promise<FastifyReply> {
  const name = tenantOfHost(request.headers.host ?? "", environment.defaultTenant);
  try {
    const tenant = await findTenant(name);
    if (tenant !== undefined) nameTenant(request, tenant);
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8");
    if (tenant === undefined)
      return reply
        .status(404)
        .header("content-security-policy", PLAIN_POLICY)
        .send(unknownTenantPage());
    const page = application.of(tenant.name);
    reply.header("vary", "Cookie").header("content-security-policy", page.policy);
    const isPublic = /^\/public(\/|$|\?)/.test(request.url);
    if (isPublic || mayHaveSession(request.headers.cookie)) return sendCompressed(page.html, reply);
    await requireLogins();
    const { accentColor } = await lookOf(tenant.id);
    reply.header("content-security-policy", entry.policy);
    const issuer = environment.auth?.issuerOf(tenant.name) ?? `/realms/${tenant.name}`;
    return sendCompressed(entry.of(issuer, accentColor), reply);
  } catch (error) {
    return sendFailedPage(error, request, reply);
  }
}

export function unknownTenantPage(): string {
  return plainPage(
    "Diesen Verein gibt es hier nicht.",
    "Unter dieser Adresse ist kein Verein eingerichtet, oder er ist vorübergehend abgeschaltet. Bitte prüfen Sie die Adresse oder fragen Sie Ihren Verein.",
  );
}
