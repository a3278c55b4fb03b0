const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: "\u00a0",
};

/**
 * The text of HTML that `cleanHtml` made: for the mail's text part, previews and the search. Lists
 * keep their marks, links their address.
 */
export function plainText(html: string): string {
  const lists: { ordered: boolean; count: number }[] = [];
  const links: { address: string; text: string }[] = [];
  // Line by line: looking back through all of a long text at each tag would keep everybody else
  // waiting.
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    lines.push(line);
    line = "";
  };
  const breakLine = (count: number) => {
    if (line !== "") endLine();
    else if (lines.length === 0) return;
    if (count === 2 && lines.at(-1) !== "") endLine();
  };
  for (const [, close, tag, address, piece] of html.matchAll(
    /<(\/?)([a-z]\w*)(?:\s+href="([^"]*)")?[^>]*>|([^<]+)/g,
  )) {
    if (piece !== undefined) {
      const words = decoded(piece).replace(/[ \t\r\n]+/g, " ");
      line += line === "" ? words.trimStart() : words;
      for (const link of links) link.text += words;
      continue;
    }
    switch (tag) {
      case "br":
        endLine();
        break;
      case "hr":
        breakLine(2);
        lines.push("----", "");
        break;
      case "ul":
      case "ol":
        if (close === "") lists.push({ ordered: tag === "ol", count: 0 });
        else lists.pop();
        breakLine(lists.length === 0 ? 2 : 1);
        break;
      case "li": {
        breakLine(1);
        const list = lists.at(-1);
        if (close === "")
          line += `${"  ".repeat(Math.max(0, lists.length - 1))}${list?.ordered === true ? `${++list.count}. ` : "- "}`;
        break;
      }
      case "p":
      case "h2":
      case "h3":
      case "blockquote":
        // A paragraph right behind a list's mark begins on its line.
        if (close === "" && /^ *(-|\d+\.) $/.test(line)) break;
        breakLine(lists.length === 0 ? 2 : 1);
        break;
      case "a":
        if (close === "") links.push({ address: decoded(address ?? ""), text: "" });
        else {
          const link = links.pop();
          if (link !== undefined) line += addressBehind(link.address, link.text);
        }
        break;
      default:
    }
  }
  return [...lines, line]
    .join("\n")
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The address of a link in brackets, unless the text says it already. */
function addressBehind(address: string, text: string): string {
  const bare = (value: string) =>
    value
      .replace(/^(https?:\/\/|mailto:|tel:)/i, "")
      .replace(/\/$/, "")
      .trim();
  return address === "" || bare(address) === bare(text)
    ? ""
    : ` (${address.replace(/^(mailto|tel):/i, "")})`;
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}
