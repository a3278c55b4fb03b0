import fc from "fast-check";
import { z } from "zod";
import type { JsonSchema } from "./json-schema.ts";

/** The parts of JSON Schema that say which values fit. */
interface Bounded extends JsonSchema {
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** For tests: answers as a handler may return them, each with what the contract says about it. */
export interface Returned {
  /** What the contract names. */
  named: unknown;
  /** The same with names at every depth that the contract does not know. */
  withMore: unknown;
}

/** Returns values of a shape, for tests. */
export function returnedOf(shape: z.ZodType): fc.Arbitrary<Returned> {
  return valueOf(z.toJSONSchema(shape, { io: "output" }) as Bounded);
}

const SECRET = { iban: "DE89370400440532013000", inside: [{ note: "geheim" }] };
/** None of them is a name in a contract. */
const MORE = { passwordHash: "geheim", "__internal-row": SECRET, 'quo"te': null };

function valueOf(schema: Bounded): fc.Arbitrary<Returned> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return fc.oneof(...options.map(valueOf));
  if (schema.enum !== undefined) return same(fc.constantFrom(...schema.enum));
  if (schema.const !== undefined) return same(fc.constant(schema.const));
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type: string) => valueOf({ ...schema, type })));
  switch (schema.type) {
    case "object":
      return schema.properties === undefined ? recordOf(schema) : objectOf(schema);
    case "array":
      return listOf(schema);
    case "string":
      return same(textOf(schema));
    case "integer":
      return same(fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 }));
    case "number":
      return same(fc.integer({ min: Math.ceil(schema.minimum ?? -9), max: schema.maximum ?? 9 }));
    case "boolean":
      return same(fc.boolean());
    case "null":
      return same(fc.constant(null));
    default:
      return same(fc.jsonValue().filter((value) => !JSON.stringify(value).includes("__proto__")));
  }
}

function same(values: fc.Arbitrary<unknown>): fc.Arbitrary<Returned> {
  return values.map((value) => ({ named: value, withMore: value }));
}

function objectOf({ properties = {}, required = [] }: Bounded): fc.Arbitrary<Returned> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]),
  );
  return fc.record(fields, { requiredKeys: [...required] }).map((values) => ({
    named: both(values, "named"),
    withMore: { ...MORE, ...both(values, "withMore"), last: "geheim" },
  }));
}

function recordOf({ additionalProperties, propertyNames }: Bounded): fc.Arbitrary<Returned> {
  const names = textOf((propertyNames ?? {}) as Bounded).filter((name) => name !== "__proto__");
  const values = valueOf((additionalProperties ?? {}) as Bounded);
  return fc.array(fc.tuple(names, values), { maxLength: 3 }).map((entries) => {
    const record = Object.fromEntries(entries);
    return { named: both(record, "named"), withMore: both(record, "withMore") };
  });
}

function both(values: Record<string, Returned>, which: keyof Returned): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value[which]]));
}

function listOf({ items = {}, minItems = 0, maxItems = 3 }: Bounded): fc.Arbitrary<Returned> {
  const length = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) };
  return fc.array(valueOf(items as Bounded), length).map((values) => ({
    named: values.map(({ named }) => named),
    withMore: values.map(({ withMore }) => withMore),
  }));
}

const days = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((day) => day.toISOString());

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Bounded): fc.Arbitrary<string> {
  if (format === "uuid") return fc.uuid();
  if (format === "date") return days.map((day) => day.slice(0, 10));
  if (format === "date-time") return days;
  if (format === "email") return fc.integer({ min: 0 }).map((n) => `m${n}@example.org`);
  if (format === "uri") return fc.integer({ min: 0 }).map((n) => `https://example.org/${n}`);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.min(maxLength, 40) };
  return fc.string({ unit: "grapheme", ...length }).map((text) => text.normalize("NFC"));
}
