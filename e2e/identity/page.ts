// The page of these stories: the product's own session code (platform/web/session) and the
// smallest body around it.
import { accessToken } from "#platform/web/api/access-token.ts";
import {
  login,
  logout,
  onTokenExpired,
  session,
  startSession,
} from "#platform/web/session/session.ts";

const state = document.createElement("p");
state.id = "state";
document.body.append(state);

function show(): void {
  const now = session.get();
  state.textContent = now.kind === "failed" ? `failed ${now.error}` : now.kind;
}
session.subscribe(show);
show();

function button(label: string, act: () => void): void {
  const made = document.createElement("button");
  made.textContent = label;
  made.addEventListener("click", act);
  document.body.append(made);
}
button("Abmelden", () => void logout());
button("Anmelden", () => void login());

const expired = document.createElement("p");
expired.id = "expired";
document.body.append(expired);
onTokenExpired(() => (expired.textContent = "abgelaufen"));

Object.assign(window, { accessToken });
void startSession();
