/** What is written in the place of something that does not belong into a log. */
export const LEFT_OUT = "…";

/** Longer texts are no messages any more, but what somebody brought. */
const MAX_LENGTH = 300;

const ADDRESS = /[\w.!#$%&'*+=^`{|}~-]+@(?:[\p{L}\d-]+\.)+\p{L}{2,}/gu;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?: ?[A-Z\d]{1,4})?\b/g;
const PHONE = /\+\d[\d ()/-]{6,}\d/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?|\bBearer [\w.~+/=-]+/g;
const QUERY = /((?:https?:\/)?\/[^\s?"\\]*)\?[^\s"\\]+/g;
const LOGIN_OF_URL = /\/\/[^\s/@"\\]+@/g;

/** Returns a line of the log without what can be told to be personal or secret by its shape. */
export function withoutPersonalShapes(line: string): string {
  return line
    .replace(TOKEN, LEFT_OUT)
    .replace(LOGIN_OF_URL, `//${LEFT_OUT}@`)
    .replace(ADDRESS, LEFT_OUT)
    .replace(IBAN, LEFT_OUT)
    .replace(PHONE, LEFT_OUT)
    .replace(QUERY, `$1?${LEFT_OUT}`);
}

/**
 * Returns a message of a library without what it repeats: values stand in quotation marks. From the
 * first mark to the last, because a value may hold marks itself.
 */
export function withoutValues(message: string): string {
  const safe = message
    .replace(/"[^]*"/, `"${LEFT_OUT}"`)
    .replace(/(?<!\w)'[^]*'(?!\w)/, `'${LEFT_OUT}'`)
    .replace(/`[^]*`/, `\`${LEFT_OUT}\``)
    .replace(/„[^]*[“”]/, `„${LEFT_OUT}“`)
    .replace(/<[^]*>/, `<${LEFT_OUT}>`);
  // Further lines show the place in what was read.
  return withoutPersonalShapes(safe.split("\n", 1)[0] ?? "").slice(0, MAX_LENGTH);
}
