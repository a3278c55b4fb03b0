import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";
import type { Realm } from "../realm/realm.ts";
import { html } from "#platform/server/http/server-pages/html.ts";
import { field, problem } from "#platform/server/http/server-pages/form-parts.ts";
import { page } from "./layout.ts";

const PURPOSES = {
  totp: "eine Authenticator-App einrichten",
  passkey: "einen Passkey einrichten",
  "passkey-removal": "einen Passkey entfernen",
} as const;

/** Asks for the password before a way in is set up or removed. */
export function confirmationPage(
  realm: Realm,
  club: ClubLook,
  {
    purpose,
    username,
    problem: text,
  }: { purpose: keyof typeof PURPOSES; username: string; problem?: string },
): string {
  return page(realm, club, {
    title: "Bitte bestätigen Sie, dass Sie es sind",
    content: html`${problem(text)}
      <p>
        Ihre Anmeldung ist länger als fünf Minuten her. Geben Sie bitte Ihr Passwort ein, bevor Sie
        ${PURPOSES[purpose]}.
      </p>
      <form method="post" action="${realm.path}/account/confirm">
        <input type="hidden" name="purpose" value="${purpose}" />
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
