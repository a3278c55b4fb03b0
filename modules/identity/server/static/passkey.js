// Passkeys on the login and the account page.
const login = document.querySelector("[data-passkey-login]");
const add = document.querySelector("[data-passkey-add]");

let library;
/** The library comes after the page stands: on a bad line the form does not wait for it. */
function webauthn() {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = (login ?? add).dataset.library;
    script.onload = () => resolve(window.SimpleWebAuthnBrowser);
    script.onerror = () => {
      library = undefined;
      reject(new Error("Das hat nicht geklappt. Bitte versuchen Sie es noch einmal."));
    };
    document.head.append(script);
  });
  return library;
}

async function post(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const content = await answer.json().catch(() => ({}));
  if (content.confirmAt) {
    location.assign(content.confirmAt);
    // The page is about to go: nothing more happens on it.
    return new Promise(() => {});
  }
  if (!answer.ok)
    throw new Error(
      content.detail ?? "Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.",
    );
  return content;
}

function show(problem) {
  const place = document.querySelector("[data-passkey-problem]");
  place.textContent = problem;
  place.hidden = false;
}

const CANCELLED = "Der Vorgang wurde abgebrochen oder es ist kein passender Passkey vorhanden.";

function problemOf(error) {
  return error?.name === "NotAllowedError" || error?.name === "AbortError"
    ? CANCELLED
    : error.message;
}

if (window.PublicKeyCredential) {
  // Who uses a passkey then is not kept waiting; what fails here is tried again then.
  window.addEventListener("load", () => void webauthn().catch(() => {}));
  if (login) {
    login.hidden = false;
    login.addEventListener("click", async () => {
      try {
        const { startAuthentication } = await webauthn();
        const optionsJSON = await post(`${login.dataset.passkeyLogin}/passkey-options`, {});
        const response = await startAuthentication({ optionsJSON });
        const { continueAt } = await post(`${login.dataset.passkeyLogin}/passkey`, { response });
        location.assign(continueAt);
      } catch (error) {
        show(problemOf(error));
      }
    });
  }
  if (add) {
    add.hidden = false;
    add.addEventListener("click", async () => {
      try {
        const { startRegistration } = await webauthn();
        const optionsJSON = await post(`${add.dataset.passkeyAdd}/passkey-options`, {});
        const response = await startRegistration({ optionsJSON });
        await post(`${add.dataset.passkeyAdd}/passkey`, {
          response,
          name: document.querySelector("#passkey-name")?.value ?? "",
        });
        location.reload();
      } catch (error) {
        show(problemOf(error));
      }
    });
  }
} else if (add) {
  show("Dieser Browser unterstützt keine Passkeys.");
}
