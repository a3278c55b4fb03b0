import { z } from "zod";

/**
 * The part of the OpenAPI 3.1 specification that our document is made of, strictly: a word that the
 * specification does not have is an error, wherever it stands.
 */

const reference = z.strictObject({ $ref: z.string().regex(/^#\/components\/\w+\/[\w.-]+$/) });
const orReference = <T extends z.ZodType>(schema: T) => z.union([reference, schema]);
const names = z.array(z.string()).refine((list) => new Set(list).size === list.length);
const count = z.int().min(0);
const typeName = z.enum(["string", "number", "integer", "boolean", "null", "array", "object"]);

/** JSON Schema 2020-12. */
const schema: z.ZodType = z.lazy(() =>
  z.union([
    z.boolean(),
    z.strictObject({
      $ref: reference.shape.$ref.optional(),
      type: z.union([typeName, z.array(typeName).min(1)]).optional(),
      format: z.string().optional(),
      pattern: z
        .string()
        .refine((pattern) => new RegExp(pattern, "u"))
        .optional(),
      minLength: count.optional(),
      maxLength: count.optional(),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      exclusiveMinimum: z.number().optional(),
      exclusiveMaximum: z.number().optional(),
      enum: z.array(z.unknown()).min(1).optional(),
      const: z.unknown().optional(),
      default: z.unknown().optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      readOnly: z.boolean().optional(),
      items: schema.optional(),
      prefixItems: z.array(schema).min(1).optional(),
      minItems: count.optional(),
      maxItems: count.optional(),
      properties: z.record(z.string(), schema).optional(),
      patternProperties: z.record(z.string(), schema).optional(),
      propertyNames: schema.optional(),
      additionalProperties: schema.optional(),
      required: names.optional(),
      anyOf: z.array(schema).min(1).optional(),
      oneOf: z.array(schema).min(1).optional(),
      allOf: z.array(schema).min(1).optional(),
      not: schema.optional(),
    }),
  ]),
);

const header = z.strictObject({
  description: z.string().optional(),
  required: z.boolean().optional(),
  schema,
});
const content = z.record(
  z.string().regex(/^[\w*.+-]+\/[\w*.+-]+(?:; \w+=[\w-]+)?$/),
  z.strictObject({ schema: schema.optional() }),
);
const response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), orReference(header)).optional(),
  content: content.optional(),
});
const named = { name: z.string().min(1), description: z.string().optional(), schema };
const parameter = z.discriminatedUnion("in", [
  z.strictObject({ ...named, in: z.literal("path"), required: z.literal(true) }),
  z.strictObject({ ...named, in: z.literal("header"), required: z.boolean() }),
  z.strictObject({
    ...named,
    in: z.literal("query"),
    required: z.boolean(),
    style: z.literal("form").optional(),
    explode: z.boolean().optional(),
  }),
]);
const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  tags: names.min(1),
  security: z.array(z.strictObject({ bearer: z.tuple([]) })),
  "x-access": z.unknown(),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^(?:[1-5]\d\d|default)$/), orReference(response)),
});
export type Operation = z.output<typeof operation>;

export const openApi31 = z
  .strictObject({
    openapi: z.literal("3.1.0"),
    info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
    servers: z.array(z.strictObject({ url: z.url() })).length(1),
    tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(1) })),
    paths: z.record(
      z.string().startsWith("/"),
      z.partialRecord(z.enum(["get", "put", "post", "delete"]), operation),
    ),
    components: z.strictObject({
      securitySchemes: z.record(
        z.string(),
        z.strictObject({
          type: z.literal("http"),
          scheme: z.literal("bearer"),
          bearerFormat: z.string(),
        }),
      ),
      headers: z.record(z.string(), header),
      responses: z.record(z.string().regex(/^[\w.-]+$/), response),
      schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    }),
  })
  .superRefine((document, context) => {
    const complain = (message: string) => context.addIssue({ code: "custom", message });
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    for (const twice of repeated(operations.map(({ operationId }) => operationId)))
      complain(`two operations are called ${twice}`);
    for (const twice of repeated(
      Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, "{}")),
    ))
      complain(`two paths are ${twice}`);
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const { tags: used } of operations)
      for (const tag of used) if (!tags.has(tag)) complain(`no such tag: ${tag}`);
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, { parameters }] of Object.entries(methods)) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).sort(byName);
        const given = parameters.filter((one) => one.in === "path").map(({ name }) => name);
        if (inPath.join() !== given.sort(byName).join())
          complain(`${method} ${path} has ${given.join()}`);
        for (const twice of repeated(parameters.map((one) => `${one.in} ${one.name}`)))
          complain(`${method} ${path} has ${twice} twice`);
      }
    for (const [, kind = "", name = ""] of JSON.stringify(document).matchAll(
      /"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g,
    )) {
      const components = document.components as Record<string, Record<string, unknown>>;
      if (components[kind]?.[name] === undefined) complain(`nothing is at ${kind}/${name}`);
    }
  });

const byName = (a: string, b: string) => a.localeCompare(b);

function repeated(list: readonly string[]): Set<string> {
  return new Set(list.filter((one, index) => list.indexOf(one) !== index));
}
