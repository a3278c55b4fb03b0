/** The part of JSON Schema that answers are made of. */
export interface JsonSchema {
  type?: string | readonly string[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  patternProperties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  items?: boolean | JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
}

const PLAIN_TYPES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);
const ANNOTATIONS: ReadonlySet<string> = new Set(["$schema", "default", "title", "description"]);

/** Returns the options of a union, those of unions inside it too; a single shape is one option. */
export function optionsOf(schema: JsonSchema): JsonSchema[] {
  const options = schema.anyOf ?? schema.oneOf;
  return options === undefined ? [schema] : options.flatMap(optionsOf);
}

/** True for texts, numbers, truth values and constants of them. */
export function isPlain({ type, ...rest }: JsonSchema): boolean {
  if (type === undefined) return "enum" in rest || "const" in rest;
  return [type].flat().every((one) => PLAIN_TYPES.has(one));
}

export function isUnknown(schema: JsonSchema): boolean {
  return Object.keys(schema).every((key) => ANNOTATIONS.has(key));
}

/** What a value may be that is not always plain. Throws for what can't be told apart. */
export function contentsOf(
  options: readonly JsonSchema[],
  path: string,
): { list: JsonSchema | undefined; objects: readonly JsonSchema[]; mayBePlain: boolean } {
  const others = options.filter(isPlain);
  const lists = options.flatMap(({ type, items }) =>
    type === "array" && typeof items === "object" ? [items] : [],
  );
  const objects = options.filter(isObject);
  if (lists.length > 1 || lists.length + objects.length + others.length < options.length)
    throw unsupported(options, path);
  const mayBePlain = others.some(({ type }) => type !== "null");
  return { list: lists[0], objects, mayBePlain };
}

/** True for objects of certain names and nothing else, and for those whose names are data. */
function isObject(schema: JsonSchema): boolean {
  const { type, properties, propertyNames, additionalProperties: others } = schema;
  if (type !== "object") return false;
  return properties === undefined
    ? typeof others === "object" && propertyNames?.enum === undefined
    : others === false;
}

/**
 * Returns a test of `value` for each option: a constant that each option has, or a name that only
 * this one has. A single option needs none.
 */
export function testsOf(options: readonly JsonSchema[], path: string): string[] {
  if (options.length <= 1) return [];
  const kind = discriminator(options);
  return options.map((option) => {
    if (kind !== undefined) {
      const constant = JSON.stringify(option.properties?.[kind]?.const);
      return `value[${JSON.stringify(kind)}] === ${constant}`;
    }
    const mark = markOf(option, options);
    if (mark === undefined) throw unsupported(options, path);
    return `value[${JSON.stringify(mark)}] !== undefined`;
  });
}

function discriminator(options: readonly JsonSchema[]): string | undefined {
  return Object.keys(options[0]?.properties ?? {}).find((name) => {
    const constants = options.map(({ properties }) => properties?.[name]?.const);
    return !constants.includes(undefined) && new Set(constants).size === options.length;
  });
}

function markOf(option: JsonSchema, options: readonly JsonSchema[]): string | undefined {
  const others = options.filter((other) => other !== option);
  return option.required?.find((name) =>
    others.every(({ properties }) => properties?.[name] === undefined),
  );
}

function unsupported(options: readonly JsonSchema[], path: string): Error {
  const text = JSON.stringify(options).slice(0, 300);
  return new Error(`answers cannot be made of this schema, at "${path}": ${text}`);
}
