import sanitizeHtml from "sanitize-html";
import { fieldProblem } from "#platform/server/http/app-error.ts";

/** What a message is made of. Everything else is dropped, its text kept. */
const TAGS = [
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
];
/** Not even their text is anything to read. */
const WITHOUT_TEXT = [
  "script",
  "style",
  "textarea",
  "option",
  "select",
  "noscript",
  "template",
  "title",
  "xmp",
  "plaintext",
  "listing",
  "iframe",
  "noembed",
  "noframes",
  "object",
  "svg",
  "math",
];
const DEEPEST = 40;
/** More marks than any text has; reading them would keep everybody else waiting. */
const MOST_TAGS = 20_000;
const LINK = /^(?:https?:\/\/[^\s/"'<>`\\][^\s"'<>`\\]*|mailto:[^\s"'<>`\\]+|tel:\+?[\d ()/.-]+)$/i;

/**
 * HTML as it may be shown to everyone and put into mails: text with simple marks and links out into
 * the world. Nothing in it runs, loads or looks like the page around it; of pictures the
 * description stays. Text without any markup keeps its lines.
 */
export function cleanHtml(html: string): string {
  if (html.split("<", MOST_TAGS + 2).length > MOST_TAGS + 1) {
    throw fieldProblem(
      "messageContent",
      "Der Text enthält zu viele Auszeichnungen. Bitte fügen Sie ihn ohne Formatierung ein.",
      "TOO_MANY_TAGS",
    );
  }
  const clean = sanitizeHtml(/<[a-z!/]/i.test(html) ? html : asHtml(html), {
    // Pictures become their description below.
    allowedTags: [...TAGS, "img"],
    allowedAttributes: { a: ["href", "rel"], img: ["alt"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_TEXT,
    nestingLimit: DEEPEST,
    transformTags: {
      a: (_tag, { href }) => link(href),
      div: "p",
      h1: "h2",
      h4: "h3",
      h5: "h3",
      h6: "h3",
      del: "s",
      strike: "s",
      ins: "u",
    },
  })
    // What is a tag here is one: everything else has its signs escaped, in attributes too.
    .replace(/<img(?: alt="([^"]*)")? \/>/g, (_all, alt?: string) => alt ?? "")
    // Boxes in boxes, as other programs copy them, would be paragraphs in paragraphs: empty lines
    // before and behind.
    .replace(/(?:<p>\s*)+<p>/g, "<p>")
    .replace(/<\/p>(?:\s*<\/p>)+/g, "</p>")
    .trim();
  return clean === "" || clean.includes("<") ? clean : `<p>${clean}</p>`;
}

/** Only whole addresses: a relative one would lead somewhere else on every page it is shown on. */
function link(href: string | undefined): sanitizeHtml.Tag {
  const address = (href ?? "").trim();
  const whole = /^www\.[\w-]+\.\w/i.test(address) ? `https://${address}` : address;
  return {
    tagName: "a",
    attribs: LINK.test(whole) ? { href: whole, rel: "noopener noreferrer nofollow" } : {},
  };
}

function asHtml(text: string): string {
  const escaped = text
    .replaceAll("\r\n", "\n")
    .trim()
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  if (escaped === "") return "";
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br />")}</p>`)
    .join("");
}
