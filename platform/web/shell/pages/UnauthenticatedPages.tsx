import { Button } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { login } from "#platform/web/session/session.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import classes from "./UnauthenticatedPages.module.css";

/** No club below this address, or one that is switched off. */
export function UnknownTenantPage() {
  return (
    <Bare title="Diesen Verein gibt es hier nicht">
      <PageHeader
        title="Diesen Verein gibt es hier nicht"
        sentence="Unter dieser Adresse ist kein Verein eingerichtet, oder er ist vorübergehend abgeschaltet. Bitte prüfen Sie die Adresse oder fragen Sie Ihren Verein."
      />
    </Bare>
  );
}

const LOGIN_SENTENCES: Readonly<Record<string, string>> = {
  timeout:
    "Die Anmeldung hat zu lange nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
  unreachable:
    "Die Anmeldung ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.",
  login_loop:
    "Die Anmeldung ist mehrmals hintereinander nicht zum Ende gekommen. Oft hilft es, die Uhrzeit des Geräts zu prüfen und Cookies für diese Seite zu erlauben.",
  access_denied: "Die Anmeldung wurde abgebrochen oder abgelehnt.",
};

/** The login ended with an error; nothing happens until the reader wants it. */
export function LoginFailedPage({ error, description }: { error: string; description: string }) {
  const reason = description === "" ? error : `${error}: ${description}`;
  return (
    <Bare title="Anmeldung nicht möglich">
      <PageHeader
        title="Anmeldung nicht möglich"
        sentence={
          LOGIN_SENTENCES[error] ?? `Die Anmeldung wurde mit einem Fehler beendet (${reason}).`
        }
      />
      <Button onClick={() => void login().catch(() => window.location.reload())}>
        Erneut anmelden
      </Button>
    </Bare>
  );
}

/**
 * The server did not answer the very first question; the page goes on by itself as soon as it does.
 */
export function StartFailedPage({ message }: { message: string }) {
  return (
    <Bare title="Fehler">
      <PageHeader title="Die Seite konnte nicht geladen werden" sentence={message} />
      <Button onClick={() => window.location.reload()}>Seite neu laden</Button>
    </Bare>
  );
}

function Bare({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <main className={classes.page}>{children}</main>;
}
