/**
 * What a message's content is made of once it has been read: only these kinds ever reach the page.
 */
export type MessageNode =
  | { text: string }
  | { tag: MessageTag; href: string | undefined; children: readonly MessageNode[] };

/** Elements that are shown; the server lets the same ones through. */
const TAGS = [
  "p",
  "br",
  "strong",
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
] as const;
export type MessageTag = (typeof TAGS)[number];

const SAME_AS: Readonly<Record<string, MessageTag>> = {
  b: "strong",
  i: "em",
  del: "s",
  strike: "s",
  h1: "h2",
  h4: "h3",
  h5: "h3",
  h6: "h3",
};
/** Elements whose text is no text either. */
const DROPPED = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "noscript",
  "head",
  "title",
  "textarea",
  "select",
]);
const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
/** Nobody writes deeper lists; a hostile message must not exhaust the drawing. */
const DEEPEST = 40;

/**
 * Reads a message's HTML into a tree of allowed elements. The server has cleaned it already;
 * reading it anew means that nothing else can reach the page even if one day it had not. Unknown
 * elements leave their text behind.
 */
export function readMessage(html: string): readonly MessageNode[] {
  // A document made by the parser runs no scripts and loads nothing.
  return readChildren(new DOMParser().parseFromString(html, "text/html").body, 0);
}

function readChildren(parent: Node, depth: number): MessageNode[] {
  return depth > DEEPEST
    ? [{ text: parent.textContent ?? "" }]
    : [...parent.childNodes].flatMap((node) => read(node, depth));
}

function read(node: Node, depth: number): MessageNode[] {
  if (node.nodeType === Node.TEXT_NODE) return [{ text: node.textContent ?? "" }];
  if (!(node instanceof Element)) return [];
  const name = node.localName;
  if (DROPPED.has(name)) return [];
  if (name === "img")
    return node.getAttribute("alt") ? [{ text: `[${node.getAttribute("alt")}]` }] : [];
  const tag = SAME_AS[name] ?? TAGS.find((one) => one === name);
  const children = readChildren(node, depth + 1);
  if (tag === undefined) return children;
  const href = tag === "a" ? safeAddress(node.getAttribute("href")) : undefined;
  return tag === "a" && href === undefined ? children : [{ tag, href, children }];
}

/**
 * The address of a link if it is one that may be followed; relative ones have no meaning in a
 * message.
 */
export function safeAddress(href: string | null): string | undefined {
  if (href === null || !URL.canParse(href.trim())) return undefined;
  const url = new URL(href.trim());
  return SCHEMES.has(url.protocol) ? url.href : undefined;
}
