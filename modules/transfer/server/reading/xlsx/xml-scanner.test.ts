import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { XmlScanner } from "./xml-scanner.ts";

type Said = [what: string, more?: unknown];

function scanned(...pieces: string[]): Said[] {
  const said: Said[] = [];
  const scanner = new XmlScanner({
    open: (name, attributes) => said.push([`<${name}`, { ...attributes }]),
    close: (name) => said.push([`${name}>`]),
    text: (text) => said.push([text]),
  });
  for (const piece of pieces) scanner.push(piece);
  return said;
}

test("elements come without their prefix, texts and attributes with their signs", () => {
  expect(
    scanned(`<?xml version="1.0"?><x:a r="1 &gt; 0" x:id='&#252;"'>M&#xfc;ller &amp; S</x:a>`),
  ).toEqual([["<a", { r: "1 > 0", "x:id": 'ü"' }], ["Müller & S"], ["a>"]]);
});

test("an empty element is closed, comments and instructions say nothing, CDATA is text", () => {
  expect(scanned("<a><b/><!-- <c> --><?go on?><![CDATA[1 < 2 & 3]]></a>")).toEqual([
    ["<a", {}],
    ["<b", {}],
    ["b>"],
    ["1 < 2 & 3"],
    ["a>"],
  ]);
});

test("wherever it is cut, it says the same", () => {
  const text = `<w xmlns="u"><row r="1"><c r="A1" t="s"><v>12&lt;</v></c><!-- x --></row><t>ü👍</t></w>`;
  const joined = (said: Said[]) =>
    said.map(([what, more]) => (more === undefined ? what : what + JSON.stringify(more))).join("");
  fc.assert(
    fc.property(fc.array(fc.nat(text.length)), (cuts) => {
      const at = [0, ...cuts, text.length].toSorted((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(joined(scanned(...pieces))).toBe(joined(scanned(text)));
    }),
  );
});

test("control characters of sloppy programs are no reason to refuse a list", () => {
  expect(scanned("<a>Zeile\u000bMüller</a>").map(([what]) => what)).toContain("Zeile\u000bMüller");
});

describe("refused in German", () => {
  test.each([
    ["a document type", `<!DOCTYPE a><a/>`, /Anweisungen/],
    [
      "entities that explode",
      `<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>`,
      /Anweisungen/,
    ],
    [
      "a file from elsewhere",
      `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`,
      /Anweisungen/,
    ],
    ["an entity nobody declared", "<a>&lol;</a>", /beschädigt/],
    ["elements that cross", "<a><b></a></b>", /unvollständig/],
    ["an attribute twice", `<a r="1" r="2"/>`, /beschädigt/],
    ["no XML", "{}", /beschädigt/],
  ])("%s", (_what, xml, sentence) => {
    expect(() => scanned(xml)).toThrow(sentence);
  });

  test.each([
    ["text", "<a>"],
    ["tag", "<a "],
    ["attribute", '<a b="'],
    ["comment", "<a><!--"],
  ])("a %s without end", (_what, begin) => {
    const endless = Array.from({ length: 20 }, () => "x".repeat(64 * 1024));
    expect(() => scanned(begin, ...endless)).toThrow(/beschädigt/);
  });
});
