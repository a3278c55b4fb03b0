import { html } from "./html.ts";

/** Content security policy of these pages: nothing is loaded, the style stands inside. */
export const PLAIN_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A page that needs neither database nor club: for the time in which both can't be reached. */
export function plainPage(title: string, text: string): string {
  return `<!doctype html>${
    html`<html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          body {
            font-family: system-ui, sans-serif;
            display: grid;
            place-items: center;
            min-height: 90vh;
            margin: 0;
            padding: 1rem;
          }
          main {
            max-width: 34rem;
          }
          h1 {
            font-size: 1.5rem;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`.text
  }`;
}
