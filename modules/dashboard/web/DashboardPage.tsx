import { displayName } from "#platform/web/format/format.ts";
import { useMe } from "#platform/web/session/me.tsx";
import type { DashboardSectionName } from "#platform/web/module.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import classes from "./DashboardPage.module.css";
import { DashboardSection } from "./DashboardSection.tsx";

const SECTIONS: readonly { name: DashboardSectionName; heading: string; to: string }[] = [
  { name: "invitations", heading: "Offene Einladungen", to: "/calendars" },
  { name: "events", heading: "Nächste Termine", to: "/calendars" },
  { name: "messages", heading: "Ungelesene Nachrichten", to: "/messaging" },
  { name: "files", heading: "Neueste Dateien", to: "/file-shares" },
];

/** The overview: four sections, filled by the modules that registered for them. */
export default function DashboardPage() {
  const me = useMe();
  return (
    <>
      <PageHeader title="Übersicht" sentence={`Guten Tag, ${displayName(me)}.`} />
      <div className={classes.sections}>
        {SECTIONS.map((section) => (
          <DashboardSection key={section.name} {...section} />
        ))}
      </div>
    </>
  );
}
