import { STATUS_CODES } from "node:http";
import { type JsonSchema, jsonSchemaOf } from "#platform/contract/json-schema.ts";
import { ERROR_CODES } from "#platform/contract/problem.ts";
import { isBytes, isSchema, type Route } from "#platform/contract/route.ts";

type Response = Record<string, unknown>;
type Header = { description: string; required: boolean; schema: JsonSchema };

const PROBLEM = {
  "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
};
const text = (description: string): Header => ({
  description,
  required: true,
  schema: { type: "string" },
});
const RETRY_AFTER = { ...text("Seconds until it is worth another try"), required: false };

/** The headers that refusals have beside the request's id. */
const HEADERS: Readonly<Record<number, Record<string, Header>>> = {
  401: { "WWW-Authenticate": text("Bearer") },
  405: { Allow: text("The methods that the path takes") },
  429: { "Retry-After": RETRY_AFTER },
  503: { "Retry-After": RETRY_AFTER },
};

/** Headers of each answer. */
export const COMMON_HEADERS = {
  "X-Request-Id": { ...text("Names the request in the server's log"), required: false },
};

const STATUSES = [...new Set(Object.values(ERROR_CODES).map(([status]) => status))];

/** Returns the refusals by the names that operations refer to them by. */
export function problemResponses(): Record<string, Response> {
  return {
    Problem: problemResponse("Any other refusal or failure", {}),
    ...Object.fromEntries(
      STATUSES.map((status) => [
        nameOf(status),
        problemResponse(STATUS_CODES[status] ?? String(status), HEADERS[status] ?? {}),
      ]),
    ),
  };
}

function problemResponse(description: string, headers: Record<string, Header>): Response {
  return { description, headers: { ...commonHeaders(), ...headers }, content: PROBLEM };
}

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replace(/[^A-Za-z]/g, "");
}

function commonHeaders(): Record<string, unknown> {
  return { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };
}

/** Returns every answer of a route by its status: what it is made for, and its refusals. */
export function responsesOf(route: Route): Record<string, Response> {
  return {
    ...successes(route),
    ...Object.fromEntries(
      refusals(route).map((status) => [
        String(status),
        { $ref: `#/components/responses/${nameOf(status)}` },
      ]),
    ),
    default: { $ref: "#/components/responses/Problem" },
  };
}

function successes(route: Route): Record<string, Response> {
  const { answer, alsoCreates } = route;
  const content = contentOf(route);
  const status = successStatus(route);
  const success = (created: boolean): Response => ({
    description: created ? "Created" : "Success",
    headers: {
      ...commonHeaders(),
      ...(created ? { Location: text("The record that was made") } : {}),
    },
    ...(content === undefined ? {} : { content }),
  });
  return {
    [String(status)]: success(status === 201),
    ...(alsoCreates === true ? { "201": success(true) } : {}),
    ...(isBytes(answer) ? furtherBytes(route) : {}),
  };
}

/** Parts of the bytes, or the word that they are as they were. */
function furtherBytes(route: Route): Record<string, Response> {
  const { answer } = route;
  if (!isBytes(answer)) return {};
  const headers = { ...commonHeaders(), ETag: text("Changes with the bytes") };
  const range = (description: string) => ({
    ...commonHeaders(),
    "Content-Range": text(description),
  });
  return {
    ...(answer.revalidated === true ? { "304": { description: "Not Modified", headers } } : {}),
    ...(answer.ranges === true
      ? {
          "206": {
            description: "Partial Content",
            headers: range("Which bytes these are"),
            content: contentOf(route),
          },
          "416": { description: "Range Not Satisfiable", headers: range("How many there are") },
        }
      : {}),
  };
}

function contentOf({ answer }: Route): Record<string, unknown> | undefined {
  if (isSchema(answer)) return { "application/json": { schema: jsonSchemaOf(answer, "output") } };
  if (isBytes(answer)) return Object.fromEntries(answer.contentTypes.map((type) => [type, {}]));
  return answer.kind === "eventStream" ? { "text/event-stream": {} } : undefined;
}

function successStatus({ answer, status }: Route): number {
  const isSaid = isSchema(answer) || isBytes(answer) || answer.kind === "eventStream";
  return status ?? (isSaid ? 200 : 204);
}

function refusals(route: Route): number[] {
  const { method, access, query, body } = route;
  const changes = method !== "GET";
  return [
    400,
    ...(access === "public" ? [] : [401]),
    403,
    404,
    ...(changes ? [409] : []),
    ...(hasVersion(route) ? [412] : []),
    ...(body === undefined ? [] : [413, 415]),
    ...(changes || query !== undefined ? [422] : []),
    429,
    431,
    503,
    ...(changes ? [507] : []),
  ];
}

function hasVersion({ body }: Route): boolean {
  return (
    isSchema(body) && "version" in ((jsonSchemaOf(body, "input")["properties"] as object) ?? {})
  );
}
