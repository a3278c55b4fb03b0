import { z } from "zod";
import { type Contract, isBytes, isSchema, type Route } from "#platform/contract/route.ts";
import { IDEMPOTENCY_KEY } from "#platform/contract/sent-again.ts";
import { problem } from "#platform/contract/problem.ts";

const IDEMPOTENCY_KEY_HEADER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Chosen by the caller: sent again with it, the request has one effect",
  schema: { type: "string", pattern: IDEMPOTENCY_KEY.source },
};

/** The OpenAPI 3.1 document of all contracts. */
export function openApiDocument(contracts: readonly Contract[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of contracts) {
    for (const [operationId, route] of Object.entries(contract)) {
      const base = route.access === "public" ? "/public/{tenant}" : "/{tenant}/api";
      const path = base + route.path.replace("*}", "}");
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(operationId, route) };
    }
  }
  return {
    openapi: "3.1.0",
    info: { title: "Vereinsheim", version: "1" },
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Problem: z.toJSONSchema(problem, { io: "output", unrepresentable: "any" }) },
    },
  };
}

function operation(operationId: string, route: Route): Record<string, unknown> {
  const { body, answer, access } = route;
  const status = String(answerStatus(route));
  return {
    operationId,
    summary: route.summary,
    ...(access === "public" ? { security: [] } : { security: [{ bearer: [] }] }),
    "x-access": access,
    parameters: [
      { name: "tenant", in: "path", required: true, schema: { type: "string" } },
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query"),
      ...(route.method === "GET" ? [] : [IDEMPOTENCY_KEY_HEADER]),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: route.bodyOptional !== true,
            content: isBytes(body)
              ? Object.fromEntries(
                  body.contentTypes.map((type) => [
                    type,
                    { schema: { type: "string", contentMediaType: type } },
                  ]),
                )
              : { "application/json": { schema: schemaOf(body, "input") } },
          },
        }),
    responses: {
      [status]: {
        description: "Success",
        ...(isSchema(answer)
          ? { content: { "application/json": { schema: schemaOf(answer, "output") } } }
          : isBytes(answer)
            ? { content: Object.fromEntries(answer.contentTypes.map((type) => [type, {}])) }
            : answer.kind === "eventStream"
              ? { content: { "text/event-stream": {} } }
              : {}),
      },
      default: {
        description: "Problem",
        content: {
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        },
      },
    },
  };
}

function answerStatus({ answer, status }: Route): number {
  return (
    status ?? (isSchema(answer) || isBytes(answer) || answer.kind === "eventStream" ? 200 : 204)
  );
}

function parameters(
  schema: z.ZodObject | undefined,
  place: "path" | "query",
): Record<string, unknown>[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: value,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
