import fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { escapeHtml } from "./escape-html.ts";

test("what is escaped is read as the same text, between tags and in attributes", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."&<>\"'/= aß;#3👍") }), (text) => {
      const escaped = escapeHtml(text);
      const { children } = parseDocument(`<p title="${escaped}" lang='${escaped}'>x${escaped}</p>`);
      expect(children).toHaveLength(1);
      expect(children[0]).toMatchObject({
        name: "p",
        attribs: { title: text, lang: text },
        children: [{ data: `x${text}` }],
      });
    }),
  );
});
