import { escapeHtml } from "#platform/contract/escape-html.ts";

/** Content security policy of these pages: nothing is loaded, the style stands inside. */
export const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const STYLE =
  "body{font-family:system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;margin:0;padding:1rem}main{max-width:34rem}h1{font-size:1.5rem}";

/**
 * Returns a page that needs neither database nor club: for the time in which both can't be reached.
 * With `refreshSeconds` the browser asks again by itself, without any script.
 */
export function plainPage(
  title: string,
  text: string,
  { refreshSeconds }: { refreshSeconds?: number } = {},
): string {
  const refresh =
    refreshSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${refreshSeconds}">`;
  return [
    '<!doctype html><html lang="de"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="light dark">${refresh}`,
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body></html>`,
  ].join("");
}
