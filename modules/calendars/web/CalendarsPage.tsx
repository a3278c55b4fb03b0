import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function CalendarsPage() {
  return <UpcomingPage title="Kalender">Hier sehen Sie künftig die Termine Ihrer Kalender und beantworten Einladungen.</UpcomingPage>;
}
