import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { clubLooks, tenantDirectory } from "#modules/tenants/server/public.ts";
import { GUEST, type ReadTx, type WriteTx } from "#platform/server/database/database.ts";
import type { Environment } from "#platform/server/environment.ts";
import { sendCompressed } from "#platform/server/http/answers/send-compressed.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import { nameTenant } from "#platform/server/http/name-tenant.ts";
import { sendFailedPage } from "#platform/server/http/pages/failed-page.ts";
import { PLAIN_POLICY } from "#platform/server/http/pages/plain-page.ts";
import { tenantOfHost, unknownTenantPage } from "#platform/server/http/pages/pages.ts";
import type { TenantRow } from "#platform/server/http/principal.ts";
import { acceptForms, refuseForeignForm } from "#platform/server/http/server-pages/forms.ts";
import { type ClubLook, serverPagePolicy } from "#platform/server/http/server-pages/server-page.ts";
import type { Services } from "#platform/server/services.ts";
import { mailedLinks } from "../invitations/mailed-links.ts";
import { noInvitationPage } from "./invitation-page.ts";
import { invitationLink } from "./invitation-link.ts";
import { seriesLink } from "./series-link.ts";
import type { LinkedPage, Visit } from "./linked-page.ts";

const POLICY = serverPagePolicy({ formAction: ["'self'"] });

/**
 * The pages behind the links of mailed invitations. Each comes whole in one answer and needs no
 * script, so that it is there in a second on a bad line; opening it changes nothing. They do what
 * the interface's routes do, by the same functions.
 */
export function publicPage(services: Services): (server: FastifyInstance) => Promise<void> {
  const { database, environment, live } = services;
  const links = mailedLinks(services);
  const findTenant = tenantDirectory(database, live);
  const lookOf = clubLooks(services);

  /** Undefined when it was answered already that there is no such club. */
  async function visitOf(request: FastifyRequest, reply: FastifyReply): Promise<Visit | undefined> {
    const tenant = await findTenant(
      tenantOfHost(request.headers.host ?? "", environment.defaultTenant),
    );
    if (tenant === undefined) {
      await reply
        .code(404)
        .header("content-security-policy", PLAIN_POLICY)
        .send(unknownTenantPage());
      return undefined;
    }
    nameTenant(request, tenant);
    return {
      tenant,
      request,
      club: await lookOf(tenant.id),
      publicId: (request.params as { id: string }).id,
      read: <T>(work: (tx: ReadTx) => Promise<T>) => database.read(tenant.id, work),
      write: <T>(work: (tx: WriteTx) => Promise<T>) => database.write(tenant.id, GUEST, work),
    };
  }

  /** Sends what the link leads to, or why it is not shown. */
  async function show(
    page: LinkedPage,
    visit: Visit,
    reply: FastifyReply,
    refused?: AppError,
  ): Promise<FastifyReply> {
    try {
      return await sendCompressed(await page.show(visit, refused), reply);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return sendUnavailable(error, visit, reply);
    }
  }

  return async (root) => {
    await root.register(async (server) => {
      server.removeAllContentTypeParsers();
      acceptForms(server);
      server.addHook("onRequest", async (_request, reply) => {
        reply
          .header("content-security-policy", POLICY)
          .header("x-frame-options", "DENY")
          .header("cache-control", "no-store")
          .type("text/html; charset=utf-8");
      });
      server.setErrorHandler((error, request, reply) => sendFailedPage(error, request, reply));

      for (const page of [invitationLink(links), seriesLink(links)]) {
        server.get(page.path, async (request, reply) => {
          const visit = await visitOf(request, reply);
          return visit === undefined ? reply : show(page, visit, reply);
        });
        server.post(page.path, async (request, reply) => {
          const visit = await visitOf(request, reply);
          if (visit === undefined) return reply;
          refuseForeignForm(request, (origin) => isOwnOrigin(environment, visit, origin));
          try {
            await page.answer(visit);
          } catch (error) {
            if (!(error instanceof AppError) || error.status >= 500) throw error;
            // Looked for once already: one wrong address is one miss.
            if (error.status === 404) return sendUnavailable(error, visit, reply);
            if (error.retryAfterSeconds !== undefined)
              reply.header("retry-after", String(error.retryAfterSeconds));
            return show(page, visit, reply.code(error.status), error);
          }
          return reply.redirect(request.url.replace(/\?.*$/, ""), 303);
        });
      }
    });
  };
}

/** Why an invitation is not shown, by status. */
const UNAVAILABLE: Record<number, string> = {
  404: "Diese Einladung gibt es nicht oder nicht mehr. Bitte öffnen Sie den Link noch einmal aus der E-Mail; wenn Sie ihn abgeschrieben haben, prüfen Sie bitte jedes Zeichen. Vielleicht wurde die Einladung auch zurückgenommen.",
  429: "Von Ihrem Anschluss kamen zu viele Versuche mit falschen Adressen. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal.",
};

function sendUnavailable(
  error: AppError,
  { request, club }: { request: FastifyRequest; club: ClubLook },
  reply: FastifyReply,
): FastifyReply {
  const text = UNAVAILABLE[error.status];
  if (text === undefined) throw error;
  if (error.retryAfterSeconds !== undefined)
    reply.header("retry-after", String(error.retryAfterSeconds));
  const again = error.status === 429 ? request.url : undefined;
  return sendCompressed(noInvitationPage(club, { text, again }), reply.code(error.status));
}

function isOwnOrigin(
  environment: Environment,
  { tenant, request }: { tenant: TenantRow; request: FastifyRequest },
  origin: string,
): boolean {
  return (
    origin === new URL(environment.publicUrl(tenant.name)).origin ||
    URL.parse(origin)?.host === request.host
  );
}
