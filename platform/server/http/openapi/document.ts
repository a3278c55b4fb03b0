import { jsonSchemaOf } from "#platform/contract/json-schema.ts";
import { problem } from "#platform/contract/problem.ts";
import type { Contract, Route } from "#platform/contract/route.ts";
import { parametersOf, requestBodyOf } from "./request.ts";
import { COMMON_HEADERS, problemResponses, responsesOf } from "./responses.ts";

/** The calls of one module, as the document groups them. */
export interface Area {
  name: string;
  /** What they are for, in German. */
  about: string;
  contract: Contract;
}

/** A document, or what of it is the same for every club. */
export type OpenApiDocument = Record<string, unknown> & { paths: Record<string, unknown> };

const DESCRIPTION = `Alle Aufrufe eines Vereins. Ein bekannter Pfad mit einer anderen Methode
antwortet 405 mit \`Allow\`; GET lässt sich außer bei laufenden Ereignissen auch als HEAD fragen. Unbekannte Felder und
Parameter werden abgelehnt. Ablehnungen sind Dokumente nach RFC 9457.`.replaceAll("\n", " ");

/** Stands in paths where the club's name goes; no path of a contract can contain it. */
const CLUB = "{tenant}";

/** Returns the OpenAPI 3.1 document of all calls, which `ofClub` makes that of one club. */
export function openApiDocument(areas: readonly Area[]): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, contract } of areas) {
    for (const [operationId, route] of Object.entries(contract)) {
      const path = pathOf(route);
      const method = route.method.toLowerCase();
      paths[path] = { ...paths[path], [method]: operation(name, operationId, route) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Vereinsheim", version: "1", description: DESCRIPTION },
    tags: areas.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      headers: COMMON_HEADERS,
      responses: problemResponses(),
      schemas: { Problem: jsonSchemaOf(problem, "output") },
    },
  };
}

/** Returns the document as a club's callers need it: with its own address and paths. */
export function ofClub(
  { paths, ...rest }: OpenApiDocument,
  club: { name: string; url: string },
): OpenApiDocument {
  return {
    ...rest,
    servers: [{ url: club.url }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path.replace(CLUB, club.name),
        operations,
      ]),
    ),
  };
}

function pathOf({ access, path }: Route): string {
  const base = access === "public" ? `/public/${CLUB}` : `/${CLUB}/api`;
  return base + path.replace("*}", "}");
}

function operation(tag: string, operationId: string, route: Route): Record<string, unknown> {
  const requestBody = requestBodyOf(route);
  return {
    operationId,
    summary: route.summary,
    tags: [tag],
    security: route.access === "public" ? [] : [{ bearer: [] }],
    "x-access": route.access,
    parameters: parametersOf(route),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route),
  };
}
