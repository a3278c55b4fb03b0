/** The name that came with a file, percent-encoded; only for people to read. */
export function givenFileName(header: string | string[] | undefined): string | null {
  if (typeof header !== "string" || header === "") return null;
  let name = header;
  try {
    name = decodeURIComponent(header);
  } catch {
    // Not encoded after all.
  }
  const shown = name
    .replace(/^.*[/\\]/, "")
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .toWellFormed()
    .normalize("NFC")
    .trim();
  return shown === "" ? null : shown.slice(0, 200);
}
