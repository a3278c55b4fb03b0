import type { Branding } from "../realm/realm-queries.ts";
import { type Html, html } from "./html.ts";
import type { Realm } from "../realm/realm.ts";

interface PageOptions {
  title: string;
  content: Html;
  /** Scripts below `/realms/{tenant}/pages/`, in order. */
  scripts?: readonly string[];
  /** Pages with more than one form use more width. */
  wide?: boolean;
}

/** A page of the identity provider in the club's look. */
export function page(
  realm: Realm,
  branding: Branding,
  { title, content, scripts = [], wide = false }: PageOptions,
): string {
  const base = `${realm.path}/pages`;
  const document = html`<html lang="de">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="same-origin" />
      <title>${title} - ${branding.clubName}</title>
      <link rel="stylesheet" href="${base}/style.css" />
      ${scripts.map((name) => html`<script src="${base}/${name}" defer></script>`)}
    </head>
    <body>
      <main class="${wide ? "card wide" : "card"}">
        <header>
          ${branding.hasLogo && html`<img class="logo" src="/public/${branding.name}/logo" alt="" />`}
          <p class="club">${branding.clubName}</p>
        </header>
        <h1>${title}</h1>
        ${content}
      </main>
    </body>
  </html>`;
  return `<!doctype html>${document.text}`;
}

/** What went wrong, at the top of a form; read out at once. */
export function problem(text: string | undefined): Html | undefined {
  return text === undefined
    ? undefined
    : html`<p class="problem" role="alert" id="problem">${text}</p>`;
}

interface FieldOptions {
  id: string;
  label: string;
  type?: "text" | "password" | "email";
  value?: string;
  autocomplete: string;
  help?: string;
  autofocus?: boolean;
  invalid?: boolean;
  inputmode?: "numeric" | "email";
  maxlength?: number;
}

export function field({
  id,
  label,
  type = "text",
  value = "",
  autocomplete,
  help,
  autofocus,
  invalid,
  inputmode,
  maxlength = 200,
}: FieldOptions): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="${maxlength}"
      required${
        autofocus === true && html` autofocus`
      }${invalid === true && html` aria-invalid="true"`}${inputmode !== undefined && html` inputmode="${inputmode}"`}${
        help !== undefined
          ? html` aria-describedby="${id}-help"`
          : invalid === true && html` aria-describedby="problem"`
      }${type !== "password" && html` autocapitalize="none" spellcheck="false"`}
    />
    ${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}
  </div>`;
}
