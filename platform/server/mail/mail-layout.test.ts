import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, parseHex, type Rgb, toHex } from "#platform/contract/contrast.ts";
import { renderMail } from "./mail-layout.ts";

const button = { label: "Zum Termin <b>", url: "https://verein.example/?a=1&b=2" };

function mailOf(accentColor: string): string {
  const content = { title: "Titel", paragraphs: [], button };
  return renderMail({ clubName: "TSV", accentColor, logoUrl: null }, content).html;
}

/** The button's colours in a club of this accent. */
function buttonOf(accentColor: string): { background: Rgb; color: Rgb } {
  const [, background = "", color = ""] =
    /style="background:(#[0-9a-f]{6});color:(#[0-9a-f]{6});/.exec(mailOf(accentColor)) ?? [];
  const [under, over] = [parseHex(background), parseHex(color)];
  if (under === undefined || over === undefined) throw new Error("no button in the mail");
  return { background: under, color: over };
}

const channel = fc.integer({ min: 0, max: 255 });

test("the words on a button can be read in any club's colour, which stays as it is", () => {
  fc.assert(
    fc.property(fc.record({ r: channel, g: channel, b: channel }), (accent) => {
      const { background, color } = buttonOf(toHex(accent));
      expect(background).toEqual(accent);
      expect(contrast(color, background)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test.each([
  ["#1f6f78", "#ffffff"],
  ["#ffe100", "#000000"],
  ["#767676", "#ffffff"],
  ["#777777", "#000000"],
])("on %s they are %s", (accent, words) => {
  expect(toHex(buttonOf(accent).color)).toBe(words);
});

test("what is no colour gives the product's own, and leaves nothing of itself in the mail", () => {
  for (const nonsense of ["", "grün", "red;display:none", '"><script>'])
    expect(mailOf(nonsense)).toBe(mailOf("#1f6f78"));
});

test("label and address stand there escaped, the address once more to be copied", () => {
  const html = mailOf("#1f6f78");
  expect(html).toContain(">Zum Termin &#60;b&#62;</a>");
  expect(html).toContain('href="https://verein.example/?a=1&#38;b=2"');
  expect(html).toContain("öffnen Sie diese Adresse:<br>https://verein.example/?a=1&#38;b=2");
});

test.each([
  ["TSV Adelberg e. V.", "Diese Nachricht kommt von TSV Adelberg e. V."],
  ["TSV Adelberg", "Diese Nachricht kommt von TSV Adelberg."],
])("a mail of %s says once where it comes from, with one full stop", (clubName, sentence) => {
  const branding = { clubName, accentColor: "#1f6f78", logoUrl: null };
  const { text, html } = renderMail(branding, { title: "Titel", paragraphs: [] });
  expect(text.endsWith(`-- \n${sentence}`)).toBe(true);
  expect(html).toContain(`>${sentence}</p>`);
});
