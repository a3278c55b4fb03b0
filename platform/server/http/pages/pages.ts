import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "#platform/contract/escape-html.ts";
import { notFound } from "../app-error.ts";
import type { Environment } from "../../environment.ts";
import { nameTenant } from "../name-tenant.ts";
import type { FindTenant } from "../principal.ts";
import { sendProblem } from "../problems.ts";
import { sendFailedPage } from "./failed-page.ts";
import { plainPage } from "./plain-page.ts";

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
  findTenant: FindTenant,
): Promise<void> {
  const template = await readFile(join(WEB, "index.html"), "utf8");
  const page = template.replace("%DEFAULT_TENANT%", escapeHtml(environment.defaultTenant));
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
    return sendPage(request, reply, { page, environment, findTenant });
  });
}

interface Pages {
  /** The document of the application. */
  page: string;
  environment: Pick<Environment, "defaultTenant">;
  findTenant: FindTenant;
}

/** Sends the application, or a page that says why its club is not there. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, environment, findTenant }: Pages,
): Promise<FastifyReply> {
  const name = tenantOfHost(request.headers.host ?? "", environment.defaultTenant);
  try {
    const tenant = await findTenant(name);
    if (tenant !== undefined) nameTenant(request, reply, tenant);
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8");
    return tenant === undefined ? reply.status(404).send(unknownTenantPage()) : reply.send(page);
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
