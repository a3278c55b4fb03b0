import { UpcomingPage } from "#platform/web/ui/UpcomingPage.tsx";

export default function ImagesPage() {
  return <UpcomingPage title="Bilder">Hier sehen Sie künftig die Bildergalerien Ihres Vereins.</UpcomingPage>;
}
