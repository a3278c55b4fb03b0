import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "#platform/contract/escape-html.ts";
import { notFound } from "../app-error.ts";
import type { Environment } from "../../environment.ts";
import type { FindTenant } from "../principal.ts";
import { sendProblem } from "../problems.ts";

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
    const tenant = await findTenant(
      tenantOfHost(request.headers.host ?? "", environment.defaultTenant),
    );
    reply.header("cache-control", "no-cache").type("text/html; charset=utf-8");
    return tenant === undefined ? reply.status(404).send(unknownTenantPage()) : reply.send(page);
  });
}

export function unknownTenantPage(): string {
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Verein nicht gefunden</title><style>body{font-family:system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0;padding:1rem}main{max-width:34rem}h1{font-size:1.5rem}</style></head><body><main><h1>Diesen Verein gibt es hier nicht.</h1><p>Unter dieser Adresse ist kein Verein eingerichtet, oder er ist vorübergehend abgeschaltet. Bitte prüfen Sie die Adresse oder fragen Sie Ihren Verein.</p></main></body></html>`;
}
