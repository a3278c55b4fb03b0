import { html } from "#platform/server/http/server-pages/html.ts";
import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";
import { scriptAddress } from "../provider/page-scripts.ts";
import type { Realm } from "../realm/realm.ts";
import { field, problem } from "#platform/server/http/server-pages/form-parts.ts";
import { page } from "./layout.ts";

interface LoginForm {
  action: string;
  identifier: string;
  problem?: string;
}

export function loginPage(
  realm: Realm,
  club: ClubLook,
  { action, identifier, problem: text }: LoginForm,
): string {
  return page(realm, club, {
    title: "Anmelden",
    scripts: ["passkey.js"],
    content: html`${problem(text)}
      <form method="post" action="${action}">
        ${field({ id: "username", label: "E-Mail oder Benutzername", value: identifier, autocomplete: "username webauthn", autofocus: identifier === "", invalid: text !== undefined, inputmode: "email" })}
        ${field({ id: "password", label: "Passwort", type: "password", autocomplete: "current-password", autofocus: identifier !== "", invalid: text !== undefined })}
        <button type="submit" class="main">Anmelden</button>
      </form>
      <p class="problem" role="alert" data-passkey-problem hidden></p>
      <p class="below">
        <button
          type="button"
          class="quiet main"
          data-passkey-login="${action}"
          data-library="${scriptAddress(realm.path, "webauthn.js")}"
          hidden
        >
          Passkey verwenden
        </button>
      </p>
      <p class="below">
        <a href="${realm.path}/login-actions/reset-credentials">Passwort vergessen?</a>
      </p>`,
  });
}

export function secondFactorPage(
  realm: Realm,
  club: ClubLook,
  { action, problem: text }: { action: string; problem?: string },
): string {
  return page(realm, club, {
    title: "Zweiter Schritt",
    content: html`${problem(text)}
      <form method="post" action="${action}/second-factor">
        ${field({
          id: "code",
          label: "Bestätigungscode",
          autocomplete: "one-time-code",
          autofocus: true,
          invalid: text !== undefined,
          maxlength: 40,
          help: "Den Code zeigt Ihre Authenticator-App. Haben Sie Ihr Gerät nicht zur Hand, geben Sie einen Ihrer Wiederherstellungscodes ein.",
        })}
        <button type="submit" class="main">Bestätigen</button>
      </form>
      <p class="below"><a href="${action}">Mit einem anderen Zugang anmelden</a></p>`,
  });
}

interface Link {
  label: string;
  href: string;
}

export function forgotPage(
  realm: Realm,
  club: ClubLook,
  { back, problem: text }: { back: Link; problem?: string },
): string {
  return page(realm, club, {
    title: "Passwort vergessen",
    content: html`${problem(text)}
      <p>
        Geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein. Sie bekommen dann eine E-Mail
        mit einem Link, über den Sie ein neues Passwort festlegen.
      </p>
      <form method="post" action="${realm.path}/login-actions/reset-credentials">
        ${field({ id: "username", label: "E-Mail oder Benutzername", autocomplete: "username", autofocus: true, inputmode: "email" })}
        <button type="submit" class="main">E-Mail anfordern</button>
      </form>
      <p class="below"><a href="${back.href}">${back.label}</a></p>`,
  });
}

export function forgotSentPage(realm: Realm, club: ClubLook, back: Link): string {
  return page(realm, club, {
    title: "Bitte sehen Sie in Ihr Postfach",
    content: html`<p>
        Wenn es zu Ihrer Angabe einen Zugang gibt, ist eine E-Mail mit einem Link unterwegs. Der
        Link gilt 60 Minuten.
      </p>
      <p class="help">
        Keine E-Mail bekommen? Sehen Sie auch im Spam-Ordner nach oder fragen Sie Ihren Verein,
        welche Adresse dort eingetragen ist.
      </p>
      <p class="below"><a href="${back.href}">${back.label}</a></p>`,
  });
}

interface SetPasswordForm {
  token: string;
  username: string;
  invitation: boolean;
  problem?: string;
}

export function setPasswordPage(
  realm: Realm,
  club: ClubLook,
  { token, username, invitation, problem: text }: SetPasswordForm,
): string {
  return page(realm, club, {
    title: invitation ? "Passwort festlegen" : "Neues Passwort festlegen",
    content: html`${problem(text)}
      <p>Ihr Benutzername: <strong>${username}</strong></p>
      <form method="post" action="${realm.path}/login-actions/action-token">
        <input type="hidden" name="key" value="${token}" />
        <input type="text" name="username" value="${username}" autocomplete="username" hidden />
        ${field({ id: "password", label: "Neues Passwort", type: "password", autocomplete: "new-password", autofocus: true, invalid: text !== undefined, help: "Mindestens 10 Zeichen. Gut sind mehrere Wörter hintereinander." })}
        ${field({ id: "repeated", label: "Neues Passwort wiederholen", type: "password", autocomplete: "new-password", invalid: text !== undefined })}
        <button type="submit" class="main">Passwort speichern</button>
      </form>`,
  });
}

/** A page that says one thing and offers one way on. */
export function messagePage(
  realm: Realm,
  club: ClubLook,
  { title, text, link }: { title: string; text: string; link?: Link },
): string {
  return page(realm, club, {
    title,
    content: html`<p>${text}</p>
      ${link && html`<p><a class="button main" href="${link.href}">${link.label}</a></p>`}`,
  });
}

export function confirmLogoutPage(
  realm: Realm,
  club: ClubLook,
  { action, xsrf, immediately }: { action: string; xsrf: string; immediately: boolean },
): string {
  return page(realm, club, {
    title: "Abmelden",
    scripts: immediately ? ["submit.js"] : [],
    content: html`<p>${immediately ? "Sie werden abgemeldet." : "Möchten Sie sich abmelden?"}</p>
      <form method="post" action="${action}" ${immediately && html` data-submit`}>
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <input type="hidden" name="logout" value="yes" />
        <button type="submit" class="main">Abmelden</button>
      </form>`,
  });
}
