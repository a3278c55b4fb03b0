import { PageHeader } from "#platform/web/ui/PageHeader.tsx";

export default function UiPage() {
  return <PageHeader title="Ui" />;
}
