import { Button, Group } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { RouterLink } from "#platform/web/links.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";

/** An address that leads nowhere. */
export function NotFoundPage() {
  usePageTitle("Seite nicht gefunden");
  return (
    <>
      <PageHeader
        title="Diese Seite gibt es nicht"
        sentence="Die Adresse ist vielleicht vertippt, oder die Seite wurde verschoben oder gelöscht."
      />
      <Button component={RouterLink} to="/">
        Zur Übersicht
      </Button>
    </>
  );
}

/** A page that broke, or whose code could not be loaded. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  usePageTitle("Fehler");
  console.error(error);
  return (
    <div role="alert">
      <PageHeader
        title="Diese Seite konnte nicht angezeigt werden"
        sentence="Gespeicherte Daten sind davon nicht betroffen. Meist hilft es, die Seite neu zu laden; das ist auch nach einer Aktualisierung der Anwendung nötig."
      />
      <Group gap="sm">
        <Button onClick={() => window.location.reload()}>Seite neu laden</Button>
        <Button variant="default" onClick={reset}>
          Erneut versuchen
        </Button>
      </Group>
    </div>
  );
}
