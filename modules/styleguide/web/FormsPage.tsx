import { PageHeader } from "#platform/web/ui/PageHeader.tsx";

export default function FormsPage() {
  return <PageHeader title="Forms" />;
}
