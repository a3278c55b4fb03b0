import { lazy, Suspense } from "react";
import { displayName } from "#platform/web/format/format.ts";
import { useMe } from "#platform/web/session/me.tsx";
import type { DashboardSectionName } from "#platform/web/module.ts";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import classes from "./DashboardPage.module.css";
import { DashboardSection } from "./DashboardSection.tsx";

// Few need it: it is no part of what everybody's first page weighs.
const Welcome = lazy(() => import("./Welcome.tsx"));

interface Section {
  name: DashboardSectionName;
  heading: string;
  to: string;
  /** Whether it has something for readers without any right. */
  isForAll?: true;
}

const SECTIONS: readonly Section[] = [
  { name: "invitations", heading: "Offene Einladungen", to: "/calendars", isForAll: true },
  { name: "events", heading: "Nächste Termine", to: "/calendars" },
  { name: "messages", heading: "Ungelesene Nachrichten", to: "/messaging", isForAll: true },
  { name: "files", heading: "Neueste Dateien", to: "/file-shares" },
];

/** The overview: four sections, filled by the modules that registered for them. */
export default function DashboardPage() {
  const me = useMe();
  const hasNoRight = !me.isAdmin && me.permissions.length === 0;
  return (
    <>
      <PageHeader title="Übersicht" sentence={`Guten Tag, ${displayName(me)}.`} />
      <div className={classes.sections}>
        <Suspense>{hasNoRight && <Welcome />}</Suspense>
        {SECTIONS.filter((section) => !hasNoRight || section.isForAll === true).map((section) => (
          <DashboardSection key={section.name} {...section} />
        ))}
      </div>
    </>
  );
}
