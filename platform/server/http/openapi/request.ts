import type { z } from "zod";
import { type JsonSchema, jsonSchemaOf } from "#platform/contract/json-schema.ts";
import { type Bytes, isBytes, isSchema, type Route } from "#platform/contract/route.ts";
import { IDEMPOTENCY_KEY } from "#platform/contract/sent-again.ts";

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: JsonSchema;
  description?: string;
  style?: "form";
  explode?: boolean;
}

const IDEMPOTENCY_KEY_HEADER: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Chosen by the caller: sent again with it, the request has one effect",
  schema: { type: "string", pattern: IDEMPOTENCY_KEY.source },
};
const NO_CONTROLS = "^[^\\u0000-\\u001f\\u007f]*$";
const REVALIDATION = { "If-None-Match": "The ETag of an earlier answer: 304 if it is still that" };
const RANGE = { Range: "The bytes wanted, such as bytes=0-1023" };

/** Returns all that is sent beside the body. */
export function parametersOf(route: Route): Parameter[] {
  const { method, params, query, headers = {}, answer } = route;
  return [
    ...named(params, "path"),
    ...named(query, "query"),
    ...(method === "GET" ? [] : [IDEMPOTENCY_KEY_HEADER]),
    ...inHead(headers),
    ...inHead(isBytes(answer) && answer.revalidated === true ? REVALIDATION : {}),
    ...inHead(isBytes(answer) && answer.ranges === true ? RANGE : {}),
  ];
}

function inHead(headers: Readonly<Record<string, string>>): Parameter[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
}

function named(schema: z.ZodObject | undefined, place: "path" | "query"): Parameter[] {
  if (schema === undefined) return [];
  const shape = jsonSchemaOf(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
    patternProperties?: Record<string, JsonSchema>;
  };
  const { properties = {}, required = [], patternProperties } = shape;
  const parameters = Object.entries(properties).map(([name, value]): Parameter => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: withoutControls(value),
  }));
  return patternProperties === undefined
    ? parameters
    : [...parameters, furtherNames(patternProperties)];
}

/** No word of an address has control characters; a text that says nothing of its form says that. */
function withoutControls(schema: JsonSchema): JsonSchema {
  const hasForm = ["pattern", "format", "enum", "const"].some((word) => word in schema);
  return schema["type"] === "string" && !hasForm ? { ...schema, pattern: NO_CONTROLS } : schema;
}

/** Parameters whose names follow a pattern: an object whose properties stand in the query. */
function furtherNames(patternProperties: Record<string, JsonSchema>): Parameter {
  return {
    name: "further",
    in: "query",
    required: false,
    description: "Each property is a parameter of its own",
    style: "form",
    explode: true,
    schema: restricted(
      { type: "object", patternProperties, additionalProperties: false },
      ONE_LINE,
    ),
  };
}

/** What the server refuses in any text of an address, and of a body, whatever its field says. */
const ONE_LINE = "^[^\\u0000-\\u001f\\u007f]*$";
const STORABLE = "^[^\\u0000]*$";
const NARROWED = ["pattern", "format", "enum", "const", "allOf"];

/** Returns the schema with this pattern for all texts that have none of their own. */
function restricted(schema: JsonSchema, pattern: string): JsonSchema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, restrictedPart(value, pattern)]),
  );
  const isFree = schema["type"] === "string" && !NARROWED.some((keyword) => keyword in schema);
  return isFree ? { ...inner, pattern } : inner;
}

function restrictedPart(value: unknown, pattern: string): unknown {
  if (Array.isArray(value)) return value.map((part) => restrictedPart(part, pattern));
  return typeof value === "object" && value !== null
    ? restricted(value as JsonSchema, pattern)
    : value;
}

/** Returns what the body may be, and whether there has to be one. */
export function requestBodyOf(route: Route): Record<string, unknown> | undefined {
  const { body } = route;
  if (body === undefined) return undefined;
  return {
    required: isRequired(route),
    content: isBytes(body)
      ? Object.fromEntries(body.contentTypes.map((type) => [type, contentOf(body, type)]))
      : { "application/json": { schema: restricted(jsonSchemaOf(body, "input"), STORABLE) } },
  };
}

/** An absent JSON body counts as an empty object: it is required where that is refused. */
export function isRequired({ body, bodyOptional }: Route): boolean {
  if (isBytes(body)) return body.mayBeEmpty !== true;
  return isSchema(body) && bodyOptional !== true && !body.safeParse({}).success;
}

function contentOf({ shapes }: Bytes, type: string): { schema: JsonSchema } {
  const shape = shapes?.[type];
  if (shape !== undefined) return { schema: jsonSchemaOf(shape, "input") };
  return { schema: { type: "string", ...(type.startsWith("text/") ? {} : { format: "binary" }) } };
}
