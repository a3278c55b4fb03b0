import { oneLine } from "./cell-text.ts";

/** Returns the addresses in a cell: `Eva <eva@example.org>; office@example.org`. */
export function emailAddresses(text: string): string[] {
  return oneLine(text)
    .replace(/[^,;<>]*<([^<>]+)>/g, "$1 ")
    .split(/[;,|]\s*|\s+\/\s+|\s+(?=\S+@)/)
    .map((part) =>
      part
        .trim()
        .replace(/^mailto:/i, "")
        .toLowerCase(),
    )
    .filter((part) => part !== "");
}
