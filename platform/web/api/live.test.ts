import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { updateReader } from "./live.ts";

const read = (...pieces: string[]) => {
  const reader = updateReader();
  return pieces.flatMap((piece) => reader(piece));
};

test("an update names the kind of thing that changed", () => {
  expect(read('event: change\ndata: {"kind":"user","ids":["1"]}\n\n')).toEqual([{ kind: "user" }]);
});

test("keep-alive comments and other data tell nothing", () => {
  expect(read(": still here\n\n")).toEqual([]);
  expect(read('data: {"hello":1}\n\n', "data: null\n\n", 'data: {"kind":7}\n\n')).toEqual([]);
  expect(read("retry: 2000\n\n")).toEqual([]);
});

test("after a gap anything may have changed", () => {
  expect(read("event: resync\ndata: {}\n\n")).toEqual(["anything"]);
});

test("an event whose end has not come tells nothing yet", () => {
  const reader = updateReader();
  expect(reader('event: change\ndata: {"kind":"gro')).toEqual([]);
  expect(reader('up","ids":[]}\n')).toEqual([]);
  expect(reader("\n")).toEqual([{ kind: "group" }]);
});

test("data that is broken ends the stream, so that the page connects again", () => {
  expect(() => read("data: {\n\n")).toThrow(SyntaxError);
});

describe("wherever the network cuts it", () => {
  const kinds = fc.array(fc.oneof(fc.constantFrom("anything", ":"), fc.string({ minLength: 1 })));
  test.each([
    ["\n", "as our server sends it"],
    ["\r\n", "with the line ends of a proxy"],
    ["\r", "with old line ends"],
  ])("a stream is read in the same way (%j, %s)", (end) => {
    fc.assert(
      fc.property(kinds, fc.infiniteStream(fc.integer({ min: 1, max: 20 })), (events, cuts) => {
        const text = events
          .map((kind) =>
            kind === "anything"
              ? `event: resync${end}data: {}${end}${end}`
              : kind === ":"
                ? `: alive${end}${end}`
                : `event: change${end}data: ${JSON.stringify({ kind, ids: [] })}${end}${end}`,
          )
          .join("");
        const pieces: string[] = [];
        for (let at = 0; at < text.length; at += pieces.at(-1)?.length ?? 0)
          pieces.push(text.slice(at, at + (cuts.next().value ?? 1)));
        // A stream of old line ends can only be known to be over when something follows.
        expect(read(...pieces, ": end\n\n")).toEqual(
          events
            .filter((kind) => kind !== ":")
            .map((kind) => (kind === "anything" ? kind : { kind })),
        );
      }),
    );
  });
});
