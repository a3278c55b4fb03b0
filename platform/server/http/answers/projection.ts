import { z } from "zod";
import {
  contentsOf,
  isPlain,
  isUnknown,
  type JsonSchema,
  optionsOf,
  testsOf,
} from "./json-schema.ts";

/**
 * Returns a function that copies what a shape names, at every depth, and nothing else. It throws
 * for a value of another kind than the shape's (an object in place of a text), so that nothing
 * slips through inside one. Null passes everywhere: it holds nothing.
 *
 * It is compiled to code, as zod and Fastify compile theirs: going through the names of a shape
 * for each record takes nearly twice as long.
 */
export function projectionOf(shape: z.ZodType): Projection {
  const known = projections.get(shape) ?? compile(shape);
  projections.set(shape, known);
  return known;
}

type Projection = (answer: unknown) => unknown;

/** Compiled once for all servers of a process; they hold nothing but the shape. */
const projections = new WeakMap<z.ZodType, Projection>();

function compile(shape: z.ZodType): Projection {
  const code = new ProjectionCode();
  const copy = code.copyOf(z.toJSONSchema(shape, { io: "output" }) as JsonSchema, "answer", "");
  // oxlint-disable-next-line typescript/no-implied-eval -- made of the contract alone, as JSON
  const compiled = new Function(
    "plain",
    "record",
    "further",
    "unfit",
    `${code.functions.join("\n")}\nreturn (answer) => ${copy};`,
  ) as (...names: unknown[]) => Projection;
  return compiled(plain, record, further, unfit);
}

/** The functions of a projection: one for each list and object in its shape. */
class ProjectionCode {
  readonly functions: string[] = [];

  /** Returns the code of a copy of `source`; `path` is its place in the answer. */
  copyOf(schema: JsonSchema, source: string, path: string): string {
    const options = optionsOf(schema);
    if (options.every(isPlain)) return `plain(${source}, ${JSON.stringify(path)})`;
    // What the contract calls unknown is any JSON.
    if (options.some(isUnknown)) return source;
    const body = this.#choice(options, path);
    const name = `copy${this.functions.length}`;
    this.functions.push(
      `function ${name}(value) { if (value === null || value === undefined) return value; ${body} }`,
    );
    return `${name}(${source})`;
  }

  #choice(options: readonly JsonSchema[], path: string): string {
    const { list, objects, mayBePlain } = contentsOf(options, path);
    const refuse = `unfit(${JSON.stringify(path)});`;
    return [
      `if (Array.isArray(value)) { ${list === undefined ? refuse : this.#list(list, path)} }`,
      `if (typeof value === "object") { ${this.#objects(objects, path)} ${refuse} }`,
      mayBePlain ? "return value;" : refuse,
    ].join("\n");
  }

  #list(items: JsonSchema, path: string): string {
    if (optionsOf(items).every(isPlain))
      return `for (let i = 0; i < value.length; i++) plain(value[i], ${JSON.stringify(`${path}[]`)}); return value.slice();`;
    return `return value.map((item) => ${this.copyOf(items, "item", `${path}[]`)});`;
  }

  #objects(options: readonly JsonSchema[], path: string): string {
    const tests = testsOf(options, path);
    return options
      .map((option, index) => `if (${tests[index] ?? "true"}) { ${this.#object(option, path)} }`)
      .join("\n");
  }

  #object(shape: JsonSchema, path: string): string {
    const { properties, additionalProperties: others, patternProperties } = shape;
    if (typeof others === "object")
      return `return record(value, (item) => ${this.copyOf(others, "item", `${path}.*`)});`;
    const fields = Object.entries(properties ?? {}).map(([name, schema]) => {
      const key = JSON.stringify(name);
      return `${key}: ${this.copyOf(schema, `value[${key}]`, `${path}.${name}`)}`;
    });
    const patterns = Object.entries(patternProperties ?? {}).map(
      ([pattern, schema]) =>
        `further(value, copied, ${String(new RegExp(pattern))}, (item) => ${this.copyOf(schema, "item", `${path}.*`)});`,
    );
    return `const copied = { ${fields.join(", ")} }; ${patterns.join(" ")} return copied;`;
  }
}

function plain(value: unknown, path: string): unknown {
  if (typeof value === "object" && value !== null && !(value instanceof Date)) unfit(path);
  return value;
}

type Names = Record<string, unknown>;

/** Returns a copy of an object whose names are data. */
function record(value: Names, copy: (item: unknown) => unknown): object {
  const copied: Names = {};
  further(value, copied, /(?:)/, copy);
  return copied;
}

/** Copies what the shape does not name itself, and whose name fits. */
function further(
  value: Names,
  copied: Names,
  pattern: RegExp,
  copy: (item: unknown) => unknown,
): void {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(copied, name) || !pattern.test(name)) continue;
    const item = copy(value[name]);
    // Assigned, it would be the prototype.
    if (name === "__proto__")
      Object.defineProperty(copied, name, { value: item, enumerable: true });
    else copied[name] = item;
  }
}

function unfit(path: string): never {
  throw new TypeError(`the answer has something else than its contract says at "${path}"`);
}
