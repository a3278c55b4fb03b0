import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function FileViewerPage() {
  return <UpcomingPage title="Dateiansicht">Hier lesen Sie künftig PDF-Dateien mit Seitenübersicht, Suche und Druck.</UpcomingPage>;
}
