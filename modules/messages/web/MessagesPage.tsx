import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function MessagesPage() {
  return <UpcomingPage title="Nachrichten">Hier lesen und schreiben Sie künftig Nachrichten an Mitglieder und Gruppen.</UpcomingPage>;
}
