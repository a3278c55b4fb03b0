import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { escapeHtml } from "#platform/contract/escape-html.ts";
import { styleAddress } from "../server-pages/style-routes.ts";
import { PAGE_POLICY, policyWithScripts } from "./page-policy.ts";

const SCRIPT = join(import.meta.dirname, "static", "sign-in.js");

/** The page for readers without a session. */
export interface EntryPage {
  policy: string;
  /** `issuer` is the realm that they log in to. */
  of(issuer: string, accentColor: string): string;
}

/**
 * Returns the page that goes to the login at once: who has no session need not wait for the
 * application first. Its script stands inside, allowed by its hash.
 */
export async function entryPage(): Promise<EntryPage> {
  const script = await readFile(SCRIPT, "utf8");
  const of = (issuer: string, accentColor: string) =>
    [
      `<!doctype html><html lang="de" data-issuer="${escapeHtml(issuer)}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
      '<title>Anmelden</title><link rel="icon" href="/icon.svg" type="image/svg+xml">',
      // The form's style comes while the provider is asked for the form.
      `<link rel="preload" as="style" href="${styleAddress(accentColor)}"></head><body>`,
      "<noscript>Für diese Seite muss JavaScript eingeschaltet sein.</noscript>",
      '<p id="cookies" hidden>Für diese Seite müssen Cookies erlaubt sein.</p>',
      `<script>${script}</script></body></html>`,
    ].join("");
  return { of, policy: policyWithScripts(of("", ""), { ...PAGE_POLICY, scriptSrc: [] }) };
}

/**
 * Whether a browser says that it may have a session. Set by the pages themselves; no secret, and
 * no proof: it decides only which of two pages is sent.
 */
export function mayHaveSession(cookies: string | undefined): boolean {
  return /(?:^|; )signed_in=1(?:;|$)/.test(cookies ?? "");
}
