import { describe, expect, test } from "vitest";
import { z } from "zod";
import { projectionOf } from "./projection.ts";

/** Returns what would be sent of a value. */
function sent(shape: z.ZodType, value: unknown): unknown {
  return JSON.parse(JSON.stringify(projectionOf(shape)(value)));
}

const person = z.object({ id: z.int(), name: z.string().nullable() });

describe("what a shape does not name stays behind", () => {
  test("in an object, in those inside it and in lists of them", () => {
    const shape = z.object({ owner: person, members: z.array(person) });
    const anna = { id: 1, name: "Anna", iban: "DE89" };
    expect(
      sent(shape, { owner: anna, members: [anna, { ...anna, id: 2 }], secret: { token: "x" } }),
    ).toEqual({
      owner: { id: 1, name: "Anna" },
      members: [1, 2].map((id) => ({ id, name: "Anna" })),
    });
  });

  test("in each option of a union, told apart by a constant", () => {
    const shape = z.array(
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("A"), a: z.int(), both: z.string() }),
        z.object({ kind: z.literal("B"), b: z.int(), both: z.string() }),
      ]),
    );
    const all = { a: 1, b: 2, both: "x", more: "geheim" };
    expect(
      sent(shape, [
        { kind: "A", ...all },
        { kind: "B", ...all },
      ]),
    ).toEqual([
      { kind: "A", a: 1, both: "x" },
      { kind: "B", b: 2, both: "x" },
    ]);
    expect(() => sent(shape, [{ kind: "C", ...all }])).toThrow('"[]"');
  });

  test("in each option of a union, told apart by a name that only one has", () => {
    const shape = z.union([z.object({ path: z.string() }), z.object({ uploadId: z.string() })]);
    expect(sent(shape, { path: "a", more: 1 })).toEqual({ path: "a" });
    expect(sent(shape, { uploadId: "u", more: 1 })).toEqual({ uploadId: "u" });
    expect(() => sent(shape, { more: 1 })).toThrow('""');
  });

  test("in the values of a record, whose names are kept", () => {
    const shape = z.record(z.string(), person);
    const value = JSON.parse('{"a b":{"id":1,"name":null,"x":1},"__proto__":{"id":2,"name":"B"}}');
    expect(JSON.stringify(projectionOf(shape)(value))).toBe(
      '{"a b":{"id":1,"name":null},"__proto__":{"id":2,"name":"B"}}',
    );
  });

  test("beside names that are data as far as they fit a pattern, which are kept", () => {
    const shape = z
      .object({ q: z.string() })
      .catchall(z.unknown())
      .meta({ patternProperties: { "^cf\\.": { type: "string" } }, additionalProperties: false });
    expect(
      sent(shape, { q: "a", "cf.size": "M", iban: "DE89", __proto__: { "cf.b": "x" } }),
    ).toEqual({ q: "a", "cf.size": "M" });
    expect(() => sent(shape, { q: "a", "cf.size": { token: "x" } })).toThrow('".*"');
  });

  test("in an object that inherits names", () => {
    const row = Object.create({ iban: "DE89" }, { id: { value: 1, enumerable: true } });
    expect(sent(person, Object.assign(row, { name: "Anna" }))).toEqual({ id: 1, name: "Anna" });
  });
});

describe("what a shape names is sent as it is", () => {
  test("null where there is nothing, at every depth", () => {
    const shape = z.object({
      owner: person.nullable(),
      members: z.array(person).nullable(),
      either: z.union([z.string(), z.array(z.string()), person]).nullable(),
    });
    const empty = { owner: null, members: null, either: null };
    expect(sent(shape, empty)).toEqual(empty);
  });

  test("texts, numbers, truth values, lists and objects of one union", () => {
    const shape = z.array(z.union([z.string(), z.number(), z.boolean(), z.array(z.int()), person]));
    const value = ["a", 1.5, false, [1, 2], { id: 1, name: null }];
    expect(sent(shape, value)).toEqual(value);
  });

  test("whatever stands where the contract says unknown", () => {
    const shape = z.object({ current: z.unknown(), by: z.record(z.string(), z.unknown()) });
    const value = { current: [{ a: { b: 1 } }], by: { x: { y: null } } };
    expect(sent(shape, { ...value, more: 1 })).toEqual(value);
  });

  test("an optional name only where there is one", () => {
    const shape = z.object({ id: z.int(), subtype: z.enum(["pdf", "word"]).optional() });
    expect(sent(shape, { id: 1 })).toEqual({ id: 1 });
    expect(sent(shape, { id: 1, subtype: "pdf" })).toEqual({ id: 1, subtype: "pdf" });
  });

  test("names and texts that mean something in code", () => {
    const shape = z.object({ 'quo"te': z.string(), "a-b": z.literal("`${1}`"), "\u2028": z.int() });
    const value = { 'quo"te': '"\\\n', "a-b": "`${1}`", "\u2028": 1 };
    expect(sent(shape, value)).toEqual(value);
  });

  test("a point in time as its ISO text", () => {
    const at = new Date("2026-12-24T18:30:00Z");
    expect(sent(z.object({ at: z.iso.datetime() }), { at })).toEqual({ at: at.toISOString() });
  });
});

describe("a value of another kind is refused, with its place", () => {
  test.each<[string, unknown]>([
    ['"[].name"', [{ id: 1, name: { first: "Anna", iban: "DE89" } }]],
    ['"[].name"', [{ id: 1, name: ["Anna", "DE89"] }]],
    ['"[]"', ["Anna"]],
    ['"[]"', [["Anna"]]],
    ['""', { id: 1, name: "Anna" }],
    ['""', "Anna"],
  ])("at %s", (place, value) => {
    expect(() => sent(z.array(person), value)).toThrow(place);
  });
});

describe("a shape that cannot be kept is refused when the server starts", () => {
  const other = z.object({ id: z.int(), name: z.string() });
  const tree = z.object({
    name: z.string(),
    get children() {
      return z.array(tree);
    },
  });
  test.each<[string, z.ZodType]>([
    ["a transform, whose result nobody knows", z.object({ a: z.string().transform(Number) })],
    ["objects that look alike", z.union([person, other])],
    ["two kinds of lists", z.union([z.array(z.string()), z.array(z.int())])],
    ["further names beside those it has", z.looseObject({ id: z.int() })],
    [
      "names that are data beside those it has",
      z.intersection(person, z.record(z.string(), z.int())),
    ],
    ["a record of certain names", z.record(z.enum(["a", "b"]), z.int())],
    ["a list whose places differ", z.tuple([z.string(), z.int()])],
    ["a shape inside itself", tree],
  ])("%s", (_what, shape) => {
    expect(() => projectionOf(shape)).toThrow(/cannot be (made|represented)/);
  });
});
