import type { Contract } from "#platform/contract/route.ts";
import { notFound } from "#platform/server/app-error.ts";
import type { FastifyReply } from "fastify";
import { openApiDocument } from "#platform/server/openapi.ts";
import type { Authenticate } from "#platform/server/principal.ts";
import { serverModule } from "#platform/server/services.ts";
import { sweepOrphans } from "#platform/server/blob-queries.ts";
import { forgetOldAnswers } from "#platform/server/idempotency-queries.ts";
import { systemActor } from "#platform/server/database.ts";
import { systemContract } from "../contract.ts";
import { dataSources } from "./data-sources.ts";
import { type LiveKinds, streamUpdates } from "./updates.ts";

interface Composition {
  /** Every contract of the installation, for the OpenAPI document. */
  contracts: readonly Contract[];
  liveKinds: LiveKinds;
  authenticate: Authenticate;
}

/** What belongs to no area of the club: static lists, the interface's own description, live updates, tidying. */
export function systemModule({ contracts, liveKinds, authenticate }: Composition) {
  const document = openApiDocument([...contracts, systemContract]);
  return serverModule({
    name: "system",
    contract: systemContract,
    handlers: ({ live }) => ({
      async getDataSource({ params }) {
        const name = /^([a-z-]+)\.json$/.exec(params.file)?.[1];
        if (name === undefined || !Object.hasOwn(dataSources, name)) throw notFound();
        return { data: dataSources[name as keyof typeof dataSources] };
      },
      async getOpenApi() {
        return document;
      },
      async listenToUpdates(call) {
        const token = (call.request.headers.authorization ?? "").slice("Bearer ".length);
        openStreams.add(call.reply);
        call.reply.raw.once("close", () => openStreams.delete(call.reply));
        streamUpdates(call, live, liveKinds, () => authenticate(call.tenant, token));
      },
    }),
    jobs: ({ database, blobs }) => ({
      "system:sweep-blobs": async (_payload, { log }) => {
        const removed = await sweepOrphans(database, blobs);
        if (removed > 0) log.info({ removed }, "orphaned blobs removed");
      },
      "system:tidy": async () => {
        for (const { id } of await database.lookup<{ id: string }>("SELECT id FROM all_tenants()", [])) {
          await database.write(id, systemActor(), forgetOldAnswers);
        }
      },
    }),
    schedule: { "17 3 * * *": "system:tidy", "*/10 * * * *": "system:sweep-blobs" },
  });
}

const openStreams = new Set<FastifyReply>();

/** At shutdown: open update streams would keep the server from closing; pages reconnect elsewhere. */
export function endUpdateStreams(): void {
  for (const reply of openStreams) reply.raw.end();
}
