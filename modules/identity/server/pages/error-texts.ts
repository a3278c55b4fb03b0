interface ErrorText {
  title: string;
  text: string;
}

/** What somebody was about to do. */
export type Occasion = "LOGIN" | "LOGOUT";

const LOGOUT_FAILED: ErrorText = {
  title: "Die Abmeldung ging nicht",
  text: "Die Abmeldung konnte nicht abgeschlossen werden. Wenn Sie angemeldet waren, sind Sie es noch. Bitte öffnen Sie die Seite Ihres Vereins und melden Sie sich dort ab.",
};

/** German sentences for the library's error codes; what is not named gets the last one. */
export function errorText(error: string, during: Occasion = "LOGIN"): ErrorText {
  switch (error) {
    case "invalid_redirect_uri":
      return {
        title: "Ungültige Adresse",
        text: "Die Anwendung wollte Sie zu einer Adresse zurückschicken, die nicht zu Ihrem Verein gehört. Bitte öffnen Sie die Seite Ihres Vereins noch einmal.",
      };
    case "session_not_found":
    case "invalid_request":
      if (during === "LOGOUT") return LOGOUT_FAILED;
      return {
        title: "Die Anmeldung ist abgelaufen",
        text: "Diese Anmeldung ist nicht mehr gültig, zum Beispiel weil sie zu lange offen stand oder schon abgeschlossen wurde. Bitte beginnen Sie neu.",
      };
    case "invalid_client":
      return {
        title: "Unbekannte Anwendung",
        text: "Diese Anwendung ist hier nicht bekannt. Bitte öffnen Sie die Seite Ihres Vereins noch einmal.",
      };
    case "server_error":
      return {
        title: "Das hat nicht geklappt",
        text: "Bei der Anmeldung ist ein Fehler aufgetreten. Es ging nichts verloren. Bitte versuchen Sie es gleich noch einmal.",
      };
    default:
      return {
        title: "Die Anmeldung ging nicht",
        text: "Die Anmeldung konnte nicht abgeschlossen werden. Bitte öffnen Sie die Seite Ihres Vereins und versuchen Sie es noch einmal.",
      };
  }
}
