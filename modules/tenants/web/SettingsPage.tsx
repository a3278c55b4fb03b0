import { useQuery } from "@tanstack/react-query";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { CustomFieldList } from "./CustomFieldList.tsx";
import { LogoSection } from "./LogoSection.tsx";
import { tenantQuery } from "./queries.ts";
import { RoomSection } from "./RoomSection.tsx";
import classes from "./settings.module.css";
import { TenantForm } from "./TenantForm.tsx";

/** Einstellungen: what a club's administrators decide about their club themselves. */
export default function SettingsPage() {
  const tenant = useQuery(tenantQuery);
  if (tenant.error && !tenant.data)
    return <LoadError error={tenant.error} onRetry={() => void tenant.refetch()} />;
  if (!tenant.data) return <RecordSkeleton />;
  return (
    <>
      <PageHeader
        title="Einstellungen"
        sentence="Name und Aussehen des Vereins, eigene Felder, E-Mail, Aufbewahrung, Ferien und Einladungen"
      />
      <div className={classes.sections}>
        <TenantForm tenant={tenant.data} />
        <div className={classes.column}>
          <LogoSection tenant={tenant.data} />
          <CustomFieldList />
          <RoomSection />
        </div>
      </div>
    </>
  );
}
