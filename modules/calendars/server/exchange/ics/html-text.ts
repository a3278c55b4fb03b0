const TAGS =
  /<(?:br|p|div|span|b|i|u|a|ul|ol|li|strong|em|html|body|html-blob|font|table)\b[^<>]*>/i;
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** The text of a description that Google wrote as HTML; any other text stays as it is. */
export function withoutHtml(value: string): string {
  if (!TAGS.test(value)) return value;
  return value
    .replace(/<\s*br\b[^<>]*>|<\/(?:p|div|tr|ul|ol)\s*>/gi, "\n")
    .replace(/<li\b[^<>]*>/gi, "\n– ")
    .replace(/<[^<>]*>/g, "")
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : "";
      },
    )
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n");
}
