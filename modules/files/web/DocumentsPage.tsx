import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function DocumentsPage() {
  return <UpcomingPage title="Dokumente">Hier finden Sie künftig die gemeinsamen Ordner und Dateien Ihres Vereins.</UpcomingPage>;
}
