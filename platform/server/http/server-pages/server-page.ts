import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_ACCENT } from "#platform/contract/look/accent.ts";
import { policyText, scriptHashes } from "../pages/page-policy.ts";
import { Html, html } from "./html.ts";
import { styleAddress } from "./style-routes.ts";

/** What a page shows of its club. */
export interface ClubLook {
  name: string;
  clubName: string;
  accentColor: string;
  /** Null without a logo. */
  logoVersion: string | null;
}

interface ServerPageOptions {
  title: string;
  /** What the browser's tab says; the title and the club unless it is another. */
  documentTitle?: string;
  content: Html;
  /** Undefined where the club is not known. */
  club?: ClubLook | undefined;
  /** Addresses of scripts, in order. */
  scripts?: readonly string[];
  /** A form of few fields, a text to read, or a page of several cards, which `content` makes. */
  kind?: "form" | "text" | "cards";
  /** What leads back, above the title. */
  way?: Html;
  /** So often the browser asks again by itself. */
  refreshSeconds?: number | undefined;
}

const SCHEME_FILE = join(import.meta.dirname, "../../../../platform/contract/look/color-scheme.js");
/** Light or dark before the first paint, as in the application. */
const SCHEME_SCRIPT = readFileSync(SCHEME_FILE, "utf8").replace(/^\s*\/\/.*\n/gm, "");

/** What every page of the server loads and runs. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  defaultSrc: ["'none'"],
  scriptSrc: scriptHashes(`<script>${SCHEME_SCRIPT}</script>`),
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** Returns the content security policy of such a page, with sources for what it has beside. */
export function serverPagePolicy(more: Readonly<Record<string, readonly string[]>> = {}): string {
  const added = Object.entries(more).map(([name, sources]) => [
    name,
    [...(SOURCES[name] ?? []).filter((source) => source !== "'none'"), ...sources],
  ]);
  return policyText({ ...SOURCES, ...Object.fromEntries(added) });
}

/** Returns a page in the product's look that needs no application. */
export function serverPage(options: ServerPageOptions): string {
  const { title, content, club, scripts = [], kind = "form", way, refreshSeconds } = options;
  const documentTitle =
    options.documentTitle ?? (club === undefined ? title : `${title} - ${club.clubName}`);
  const document = html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="same-origin" />
      <meta name="robots" content="noindex" />
      ${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
      <title>${documentTitle}</title>
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <script>${new Html(SCHEME_SCRIPT)}</script>
      <link rel="stylesheet" href="${styleAddress(club?.accentColor ?? DEFAULT_ACCENT)}" />
      ${scripts.map((address) => html`<script src="${address}" defer></script>`)}
    </head>
    <body>
      <div class="${kind === "form" ? "page narrow" : "page"}">
        ${club && clubHeader(club)}
        <main${kind !== "cards" && html` class="card"`}>${way}<h1>${title}</h1>${content}</main>
      </div>
    </body>
  </html>`;
  return `<!doctype html>${document.text}`;
}

function clubHeader({ name, clubName, logoVersion }: ClubLook): Html {
  const logo = logoVersion !== null && `/public/${name}/logo?v=${logoVersion}`;
  return html`<header class="club">
    ${logo && html`<img class="logo" src="${logo}" alt="" />`}<span>${clubName}</span>
  </header>`;
}
