import sanitizeHtml from "sanitize-html";

/** What a message is made of. Everything else is dropped, its text kept. */
const TAGS = ["p", "br", "b", "strong", "i", "em", "u", "s", "a", "ul", "ol", "li", "h2", "h3", "blockquote", "hr"];
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
const LINK = /^(?:https?:\/\/[^\s/]|mailto:\S|tel:\+?[\d\s()/.-])[^\s"'<>`\\]*$/i;

/**
 * HTML as it may be shown to anybody and put into mails: text with simple marks and links out into the world. Nothing
 * in it runs, loads or looks like the page around it; of pictures the description stays. Text without any markup keeps
 * its lines.
 */
export function cleanHtml(html: string): string {
  return sanitizeHtml(/<[a-z!/]/i.test(html) ? html : asHtml(html), {
    allowedTags: TAGS,
    allowedAttributes: { a: ["href", "rel"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_TEXT,
    nestingLimit: DEEPEST,
    transformTags: {
      a: (_tag, { href }) => link(href),
      img: (_tag, { alt }) => ({ tagName: "picture-text", attribs: {}, text: alt ?? "" }),
      div: "p",
      h1: "h2",
      h4: "h3",
      h5: "h3",
      h6: "h3",
      del: "s",
      strike: "s",
      ins: "u",
    },
  }).trim();
}

/** Only whole addresses: a relative one would lead somewhere else on every page it is shown on. */
function link(href: string | undefined): sanitizeHtml.Tag {
  const address = (href ?? "").trim();
  const whole = /^www\.[\w-]+\.\w/i.test(address) ? `https://${address}` : address;
  return { tagName: "a", attribs: LINK.test(whole) ? { href: whole, rel: "noopener noreferrer nofollow" } : {} };
}

function asHtml(text: string): string {
  const escaped = text.replaceAll("\r\n", "\n").trim().replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  if (escaped === "") return "";
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br />")}</p>`)
    .join("");
}

/** Text as HTML that says the same. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
