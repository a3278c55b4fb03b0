/** What the headers of a source's requests are encrypted for. */
export const HEADERS_PURPOSE = "import source headers";
