import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function UserImportPage() {
  return <UpcomingPage title="Nutzer Import">Hier übernehmen Sie künftig Mitglieder aus einer Datei, mit Vorschau jeder Änderung.</UpcomingPage>;
}
