import type { Branding } from "../realm/realm-queries.ts";
import type { Realm } from "../realm/realm.ts";
import { html } from "./html.ts";
import { field, page, problem } from "./layout.ts";

const NAMES = { totp: "eine Authenticator-App", passkey: "einen Passkey" } as const;

/** Asks for the password before a new way in is set up. */
export function confirmationPage(
  realm: Realm,
  branding: Branding,
  {
    setUp,
    username,
    problem: text,
  }: { setUp: keyof typeof NAMES; username: string; problem?: string },
): string {
  return page(realm, branding, {
    title: "Bitte bestätigen Sie, dass Sie es sind",
    content: html`${problem(text)}
      <p>
        Ihre Anmeldung ist länger als fünf Minuten her. Geben Sie bitte Ihr Passwort ein, bevor Sie
        ${NAMES[setUp]} einrichten.
      </p>
      <form method="post" action="${realm.path}/account/confirm">
        <input type="hidden" name="setUp" value="${setUp}" />
        <input type="text" name="username" value="${username}" autocomplete="username" hidden />
        ${field({ id: "password", label: "Passwort", type: "password", autocomplete: "current-password", autofocus: true, invalid: text !== undefined })}
        <button type="submit" class="main">Weiter</button>
      </form>
      <p class="below">
        <a href="${realm.path}/login-actions/reset-credentials">Passwort vergessen?</a>
      </p>
      <p class="below"><a href="${realm.path}/account">Abbrechen</a></p>`,
  });
}
