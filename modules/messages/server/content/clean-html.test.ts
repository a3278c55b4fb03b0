import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { cleanHtml } from "./clean-html.ts";
import { HOSTILE_SNIPPETS } from "../../testing.ts";
import { plainText } from "./plain-text.ts";

const ALLOWED = new Set([
  "p",
  "br",
  "b",
  "strong",
  "i",
  "em",
  "u",
  "s",
  "a",
  "ul",
  "ol",
  "li",
  "h2",
  "h3",
  "blockquote",
  "hr",
]);

/** Everything in some HTML that a message may not have. */
function forbiddenIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!ALLOWED.has(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        const isFine =
          name === "a" &&
          (attribute === "rel" ||
            (attribute === "href" && /^(https?:\/\/|mailto:|tel:)/i.test(value)));
        if (!isFine) found.push(`${name} ${attribute}="${value}"`);
      }
    },
    oncomment: (text) => found.push(`<!--${text}-->`),
    onprocessinginstruction: (name) => found.push(`<?${name}>`),
    oncdatastart: () => found.push("<![CDATA["),
  });
  parser.end(html);
  return found;
}

describe("hostile HTML", () => {
  test.each(HOSTILE_SNIPPETS)("%s", (snippet) => {
    const clean = cleanHtml(snippet);
    expect(forbiddenIn(clean)).toEqual([]);
    // Cleaning what is clean changes nothing: no second reading makes something new of it.
    expect(cleanHtml(clean)).toBe(clean);
  });

  test("the check itself sees what it looks for", () => {
    expect(forbiddenIn('<a href="javascript:x">x</a><img src=x><!--x-->')).toHaveLength(4);
  });

  test("deep and unfinished markup stays small", () => {
    for (const piece of [
      "<blockquote>",
      "<p ",
      "<!--",
      "<a href='&#",
      "<ul><li>",
      "<svg><style>",
      "<a><b>",
    ]) {
      const clean = cleanHtml(piece.repeat(9_000));
      expect(clean.length).toBeLessThan(100_000);
      expect(forbiddenIn(clean)).toEqual([]);
    }
  });

  test("more marks than a text has are refused", () => {
    expect(() => cleanHtml("<".repeat(20_001))).toThrow("VALIDATION_FAILED");
    expect(cleanHtml("<p>x</p>".repeat(9_000))).toHaveLength(72_000);
  });
});

describe("what people write", () => {
  test.each([
    ["<p>Hallo <b>Welt</b> &amp; alle</p>", "<p>Hallo <b>Welt</b> &amp; alle</p>"],
    ["Zeile 1\nZeile 2\n\nAbsatz & mehr", "<p>Zeile 1<br />Zeile 2</p><p>Absatz &amp; mehr</p>"],
    ["3 < 5 und 7 > 2", "<p>3 &lt; 5 und 7 &gt; 2</p>"],
    [
      '<a href="https://verein.example/a?b=1&amp;c=2">Link</a>',
      '<a href="https://verein.example/a?b=1&amp;c=2" rel="noopener noreferrer nofollow">Link</a>',
    ],
    [
      '<a href="www.verein.example">Link</a>',
      '<a href="https://www.verein.example" rel="noopener noreferrer nofollow">Link</a>',
    ],
    [
      '<a href="tel:+49 30 123-45">anrufen</a>',
      '<a href="tel:+49 30 123-45" rel="noopener noreferrer nofollow">anrufen</a>',
    ],
    ['<a href="/users/1">Profil</a>', "<a>Profil</a>"],
    [
      '<p>Vorher <img src="https://spion.example/1.gif" alt="Vereinswappen"> nachher</p>',
      "<p>Vorher Vereinswappen nachher</p>",
    ],
    ["<div><div>Hallo</div>\n<div><div>Welt</div></div></div>", "<p>Hallo</p>\n<p>Welt</p>"],
    [
      "<p>Absatz</p><p></p><p>nach einer Leerzeile</p>",
      "<p>Absatz</p><p></p><p>nach einer Leerzeile</p>",
    ],
    ["<h1>Titel</h1><div>Text</div>", "<h2>Titel</h2><p>Text</p>"],
    ["", ""],
  ])("%s", (given, kept) => {
    expect(cleanHtml(given)).toBe(kept);
  });
});

describe("plain text", () => {
  test.each([
    ["<p>Hallo,</p><p>erste<br />zweite Zeile</p>", "Hallo,\n\nerste\nzweite Zeile"],
    [
      "<ul><li>Kuchen</li><li><p>Salat</p><ol><li>mit</li><li>ohne</li></ol></li></ul><p>Danke</p>",
      "- Kuchen\n- Salat\n  1. mit\n  2. ohne\n\nDanke",
    ],
    [
      '<p>Siehe <a href="https://verein.example/fest">das Fest</a>.</p>',
      "Siehe das Fest (https://verein.example/fest).",
    ],
    ['<p><a href="https://verein.example/">verein.example</a></p>', "verein.example"],
    ["<p>a &amp; b &lt; c &quot;d&quot;</p>", 'a & b < c "d"'],
    ["<p>eins</p><hr /><p>zwei</p>", "eins\n\n----\n\nzwei"],
  ])("%s", (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  test.each([
    ["lines", "Zeile\n".repeat(30_000), 30_000],
    ["paragraphs", "Absatz\n\n\n".repeat(20_000), 39_999],
    [
      "paragraphs behind a long text",
      `${"Wort ".repeat(20_000)}${"<p>x</p>".repeat(9_000)}`,
      18_001,
    ],
    [
      "links behind a long text",
      `${"Wort ".repeat(12_000)}${'<a href="https://verein.example/">x</a>'.repeat(3_000)}`,
      1,
    ],
  ])("as many %s as a message may have are read in one go", (_what, text, lines) => {
    expect(plainText(cleanHtml(text)).split("\n")).toHaveLength(lines);
  });
});
