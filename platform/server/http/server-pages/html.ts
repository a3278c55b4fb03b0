import { escapeHtml } from "#platform/contract/escape-html.ts";

/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Html[];

/** Builds HTML; every value that is not HTML already is escaped. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((text, piece, index) => text + render(values[index - 1]) + piece));
}

function render(value: Part): string {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((part: Html) => part.text).join("");
  return escapeHtml(String(value));
}
