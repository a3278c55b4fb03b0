import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function ImportSourcesPage() {
  return <UpcomingPage title="Import Quellen">Hier richten Sie künftig ein, aus welchen Dateien und Adressen Mitgliederdaten übernommen werden.</UpcomingPage>;
}
