import { removeBlobs } from "#platform/server/blobs/remove-blobs.ts";
import { notFound } from "#platform/server/http/app-error.ts";
import { lockAndRecall } from "#platform/server/http/idempotency-queries.ts";
import { type Area, ofClub, openApiDocument } from "#platform/server/http/openapi/document.ts";
import type { Authenticate, FindTenant } from "#platform/server/http/principal.ts";
import { serverModule } from "#platform/server/server-module.ts";
import { systemContract } from "../contract.ts";
import { cleanUpAnswers, cleanUpBlobs } from "./cleanup.ts";
import { dataSources } from "./data-sources.ts";
import type { LiveKinds } from "./event-visibility.ts";
import { UpdateHub } from "./update-hub.ts";
import { OpenStreams, streamUpdates } from "./updates.ts";

const SYSTEM = {
  name: "system",
  about: "Feste Listen, diese Beschreibung und die laufende Aktualisierung offener Seiten",
};

interface Composition {
  /** The calls of every other module, for the OpenAPI document. */
  areas: readonly Area[];
  liveKinds: LiveKinds;
  authenticate: Authenticate;
  findTenant: FindTenant;
}

/**
 * What belongs to no area of the club: static lists, the interface's own description, live updates,
 * cleanup.
 */
export function systemModule({ areas, liveKinds, ...checks }: Composition) {
  const streams = new OpenStreams();
  let document: ReturnType<typeof openApiDocument> | undefined;
  return serverModule({
    ...SYSTEM,
    contract: systemContract,
    handlers: (services) => {
      const hub = new UpdateHub(services, liveKinds);
      return {
        async getDataSource({ params }) {
          const name = /^([a-z-]+)\.json$/.exec(params.file)?.[1];
          if (name === undefined || !Object.hasOwn(dataSources, name)) throw notFound();
          return { data: dataSources[name as keyof typeof dataSources] };
        },
        async getOpenApi({ tenant }) {
          document ??= openApiDocument([...areas, { ...SYSTEM, contract: systemContract }]);
          return ofClub(document, {
            name: tenant.name,
            url: services.environment.publicUrl(tenant.name),
          });
        },
        async findAnswer({ params, principal, read }) {
          const answer = await read((tx) => lockAndRecall(tx, principal.userId, params.key));
          if (answer === undefined) throw notFound();
          return { known: true as const };
        },
        async listenToUpdates(call) {
          streamUpdates(call, hub, streams, checks);
        },
      };
    },
    figures: [
      {
        name: "vereinsheim_open_streams",
        help: "Pages that are told of changes by this process",
        read: () => streams.count,
      },
    ],
    plugin: () => async (server) => {
      server.addHook("preClose", async () => streams.end());
    },
    jobs: [removeBlobs, cleanUpBlobs, cleanUpAnswers],
  });
}
