import { z } from "zod";
import { type Contract, isSchema, type Route } from "#platform/contract/route.ts";

/** An object of an answer that says in `can` what its reader may do. */
export type SchemaWithCan = z.ZodType<{ can: string[] }>;

/** A record of an answer with what it says. */
export interface Said {
  schema: SchemaWithCan;
  record: { readonly can: readonly string[]; readonly [field: string]: unknown };
}

/** Returns every object with `can` that the answer of a route can hold, at any depth. */
export function schemasWithCan({ answer }: Route): SchemaWithCan[] {
  return isSchema(answer) ? [...schemasIn(answer)] : [];
}

/** Returns the routes of all contracts whose answer says what the reader may do. */
export function routesWithCan(contracts: Readonly<Record<string, Contract>>) {
  return Object.entries(contracts).flatMap(([module, contract]) =>
    Object.entries(contract)
      .map(([name, route]) => ({
        name: `${module}.${name}`,
        route,
        schemas: schemasWithCan(route),
      }))
      .filter(({ schemas }) => schemas.length > 0),
  );
}

/** Returns the words of a kind of record. */
export function wordsOf(schema: SchemaWithCan): string[] {
  const words = schema instanceof z.ZodObject ? schema.shape["can"] : undefined;
  if (!(words instanceof z.ZodArray && words.element instanceof z.ZodEnum))
    throw new Error("a `can` that is no list of words");
  return words.element.options.map(String);
}

/** Returns each record of an answer that says what its reader may do. */
export function saidIn(schema: z.core.$ZodType, answer: unknown): Said[] {
  if (answer === null || answer === undefined) return [];
  if (schema instanceof z.ZodArray)
    return (answer as unknown[]).flatMap((item) => saidIn(schema.element, item));
  if (schema instanceof z.ZodObject) {
    const record = answer as Said["record"];
    const below = Object.entries(schema.shape).flatMap(([field, part]) =>
      saidIn(part, record[field]),
    );
    return hasCan(schema) ? [{ schema, record }, ...below] : below;
  }
  const inner = innerOf(schema);
  return inner === undefined ? [] : saidIn(inner, answer);
}

function* schemasIn(schema: z.core.$ZodType): Generator<SchemaWithCan> {
  if (schema instanceof z.ZodArray) yield* schemasIn(schema.element);
  else if (schema instanceof z.ZodUnion) for (const one of schema.options) yield* schemasIn(one);
  else if (schema instanceof z.ZodObject) {
    if (hasCan(schema)) yield schema;
    for (const part of Object.values(schema.shape)) yield* schemasIn(part);
  } else {
    const inner = innerOf(schema);
    if (inner !== undefined) yield* schemasIn(inner);
  }
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? schema.unwrap()
    : undefined;
}

function hasCan(schema: z.ZodObject): schema is z.ZodObject & SchemaWithCan {
  return schema.shape["can"] instanceof z.ZodArray;
}
