import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function ExportTargetsPage() {
  return <UpcomingPage title="Export Ziele">Hier legen Sie künftig fest, welche Mitgliederdaten wohin ausgegeben werden.</UpcomingPage>;
}
