import { html } from "../server-pages/html.ts";
import { serverPage, serverPagePolicy } from "../server-pages/server-page.ts";

/** Content security policy of these pages. */
export const PLAIN_POLICY = serverPagePolicy();

/**
 * Returns a page that needs neither database nor club: for the time in which both can't be reached.
 * With `refreshSeconds` the browser asks again by itself, without any script.
 */
export function plainPage(
  title: string,
  text: string,
  { refreshSeconds }: { refreshSeconds?: number } = {},
): string {
  return serverPage({ title, content: html`<p>${text}</p>`, kind: "text", refreshSeconds });
}
