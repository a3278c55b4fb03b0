import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function PublicInvitationPage() {
  return <UpcomingPage title="Einladung beantworten">Hier beantworten Sie künftig eine Einladung, ohne sich anzumelden.</UpcomingPage>;
}
