import { PageHeader } from "#platform/web/ui/PageHeader.tsx";

export default function ResponsivePage() {
  return <PageHeader title="Responsive" />;
}
