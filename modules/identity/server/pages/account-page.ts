import { type Html, html } from "#platform/server/http/server-pages/html.ts";
import type { Passkey } from "../second-factor/passkey-queries.ts";
import type { ClubLook } from "#platform/server/http/server-pages/server-page.ts";
import { scriptAddress } from "../provider/page-scripts.ts";
import type { Realm } from "../realm/realm.ts";
import { field, problem } from "#platform/server/http/server-pages/form-parts.ts";
import { page } from "./layout.ts";

export interface AccountView {
  username: string;
  name: string;
  totp: boolean;
  recoveryCodesLeft: number;
  passkeys: readonly Passkey[];
  sessions: readonly { uid: string; device: string; lastSeenAt: Date; current: boolean }[];
  timeZone: string;
  /** Where "back" leads. */
  profile: string;
  done?: string;
  problem?: string;
}

/** What the address may say was done (`?done=…`): texts stand here, never in the address. */
export const DONE: Readonly<Record<string, string>> = {
  password: "Ihr Passwort ist geändert. Alle anderen Anmeldungen wurden beendet.",
  confirmed: "Danke. Sie können jetzt einen Passkey einrichten.",
  "confirmed-removal": "Danke. Sie können den Passkey jetzt entfernen.",
  "totp-off": "Der zweite Schritt bei der Anmeldung ist ausgeschaltet.",
  "passkey-off": "Der Passkey ist entfernt.",
  session: "Die Anmeldung ist beendet.",
  sessions: "Alle anderen Anmeldungen sind beendet.",
};

/** The person's own page about how they log in. */
export function accountPage(realm: Realm, club: ClubLook, view: AccountView): string {
  const base = `${realm.path}/account`;
  return page(realm, club, {
    title: "Anmeldung und Sicherheit",
    kind: "cards",
    scripts: ["passkey.js"],
    way: html`<p class="way"><a href="${view.profile}">Zurück zu Mein Profil</a></p>`,
    content: html`<p class="sentence">
        ${view.name}, Benutzername <strong>${view.username}</strong>.
      </p>
      ${view.done !== undefined && html`<p class="done" role="status">${view.done}</p>`}${problem(view.problem)}
      ${card("Passwort ändern", passwordForm(base, view.username))}
      ${card("Zweiter Schritt mit Authenticator-App", view.totp ? totpOn(base, view.recoveryCodesLeft) : totpOff(base))}
      ${card("Passkeys", passkeys(realm, view))} ${card("Anmeldungen", sessionRows(base, view))}`,
  });
}

function card(title: string, content: Html): Html {
  return html`<section class="card">
    <h2>${title}</h2>
    ${content}
  </section>`;
}

function passwordForm(base: string, username: string): Html {
  return html`<form method="post" action="${base}/password">
    <input type="text" name="username" value="${username}" autocomplete="username" hidden />
    ${field({ id: "current", label: "Bisheriges Passwort", type: "password", autocomplete: "current-password" })}
    ${field({ id: "password", label: "Neues Passwort", type: "password", autocomplete: "new-password", help: "Mindestens 10 Zeichen. Gut sind mehrere Wörter hintereinander." })}
    ${field({ id: "repeated", label: "Neues Passwort wiederholen", type: "password", autocomplete: "new-password" })}
    <button type="submit">Passwort ändern</button>
  </form>`;
}

function passkeys(realm: Realm, view: AccountView): Html {
  const base = `${realm.path}/account`;
  return html`<p>
      Mit einem Passkey melden Sie sich ohne Passwort an: mit Fingerabdruck, Gesicht oder der PIN
      Ihres Geräts.
    </p>
    ${passkeyRows(base, view)}
    <p class="problem" role="alert" data-passkey-problem hidden></p>
    <div class="field">
      <label for="passkey-name">Name des neuen Passkeys</label
      ><input
        id="passkey-name"
        maxlength="60"
        autocomplete="off"
        placeholder="zum Beispiel: Mein Handy"
      />
    </div>
    <button
      type="button"
      data-passkey-add="${base}"
      data-library="${scriptAddress(realm.path, "webauthn.js")}"
      hidden
    >
      Passkey einrichten
    </button>`;
}

function totpOff(base: string): Html {
  return html`<p>
      Außer dem Passwort brauchen Sie dann bei jeder Anmeldung einen Code aus einer App auf Ihrem
      Handy.
    </p>
    <form method="post" action="${base}/totp/begin">
      <button type="submit">Einrichten</button>
    </form>`;
}

function totpOn(base: string, left: number): Html {
  return html`<p>
      Eingeschaltet.
      ${left === 1 ? "Noch 1 Wiederherstellungscode übrig." : `Noch ${left} Wiederherstellungscodes übrig.`}
    </p>
    <form method="post" action="${base}/totp/change">
      ${field({ id: "totp-password", label: "Passwort zur Bestätigung", type: "password", autocomplete: "current-password" })}
      <p class="row">
        <button type="submit" name="change" value="codes" class="quiet">
          Neue Wiederherstellungscodes
        </button>
        <button type="submit" name="change" value="off" class="quiet">Ausschalten</button>
      </p>
    </form>`;
}

function passkeyRows(base: string, { passkeys, timeZone }: AccountView): Html | false {
  return (
    passkeys.length > 0 &&
    html`<ul class="rows">
      ${passkeys.map(
        ({ id, name, createdAt }) =>
          html`<li>
            <span><strong>${name}</strong>, eingerichtet am ${day(createdAt, timeZone)}</span>
            <form method="post" action="${base}/passkeys/${id}/remove">
              <button type="submit" class="quiet" aria-label="Passkey ${name} entfernen">
                Entfernen
              </button>
            </form>
          </li>`,
      )}
    </ul>`
  );
}

function sessionRows(base: string, { sessions, timeZone }: AccountView): Html {
  const rows = sessions.map(
    ({ uid, device, lastSeenAt, current }) =>
      html`<li>
        <span
          ><strong>${device}</strong
          >${current ? " (diese Anmeldung)" : html`, zuletzt benutzt am ${moment(lastSeenAt, timeZone)}`}</span
        >
        ${!current && html`<form method="post" action="${base}/sessions/${uid}/end"><button type="submit" class="quiet" aria-label="Anmeldung ${device} beenden">Beenden</button></form>`}
      </li>`,
  );
  return html`<ul class="rows">
      ${rows}
    </ul>
    ${sessions.length > 1 && html`<form method="post" action="${base}/sessions/end-others"><button type="submit" class="quiet">Alle anderen beenden</button></form>`}`;
}

export function totpSetupPage(
  realm: Realm,
  club: ClubLook,
  { qr, secret, problem: text }: { qr: string; secret: string; problem?: string },
): string {
  return page(realm, club, {
    title: "Authenticator-App einrichten",
    content: html`${problem(text)}
      <p>Öffnen Sie Ihre Authenticator-App und lesen Sie dieses Bild ein:</p>
      <p><img class="qr" src="${qr}" alt="QR-Code für die Authenticator-App" /></p>
      <p class="help">
        Geht das nicht, geben Sie dort diesen Schlüssel ein:<br /><code>${secret}</code>
      </p>
      <form method="post" action="${realm.path}/account/totp/confirm">
        ${field({ id: "code", label: "Code aus der App", autocomplete: "one-time-code", inputmode: "numeric", maxlength: 10, autofocus: true, invalid: text !== undefined })}
        <button type="submit" class="main">Einschalten</button>
      </form>
      <p class="below"><a href="${realm.path}/account">Abbrechen</a></p>`,
  });
}

export function recoveryCodesPage(realm: Realm, club: ClubLook, codes: readonly string[]): string {
  return page(realm, club, {
    title: "Ihre Wiederherstellungscodes",
    content: html`<p class="done" role="status">Der zweite Schritt ist eingeschaltet.</p>
      <p>
        Mit diesen Codes kommen Sie auch ohne Ihr Handy hinein. Jeder gilt einmal. Bewahren Sie sie
        sicher auf, zum Beispiel ausgedruckt: Sie werden nur jetzt angezeigt.
      </p>
      <ul class="codes">
        ${codes.map((code) => html`<li>${code}</li>`)}
      </ul>
      <p><a class="button main" href="${realm.path}/account">Fertig</a></p>`,
  });
}

function day(at: Date, timeZone: string): string {
  return at.toLocaleDateString("de-DE", {
    timeZone,
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
  });
}

function moment(at: Date, timeZone: string): string {
  return `${day(at, timeZone)} ${at.toLocaleTimeString("de-DE", { timeZone, hour: "2-digit", minute: "2-digit" })} Uhr`;
}
