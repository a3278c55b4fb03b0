import { PageHeader } from "#platform/web/ui/PageHeader.tsx";

export default function TablesPage() {
  return <PageHeader title="Tables" />;
}
