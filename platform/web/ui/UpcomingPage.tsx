import type { ReactNode } from "react";
import { PageHeader } from "./PageHeader.tsx";
import { EmptyState } from "./EmptyState.tsx";

/** A page whose work comes with a later version: says in one sentence what will be there. */
export function UpcomingPage({ title, children, icon }: { title: string; children: ReactNode; icon?: ReactNode }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState icon={icon}>{children}</EmptyState>
    </>
  );
}
