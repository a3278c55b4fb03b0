import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function MappingConfigPage() {
  return <UpcomingPage title="Feldzuordnung">Hier ordnen Sie künftig die Felder einer Datei den Feldern der Mitglieder zu.</UpcomingPage>;
}
