import { useEffect } from "react";
import { store } from "./store.ts";

/** The name a record's page gives itself; the route's own title applies without one. */
export const ownPageTitle = store<string | undefined>(undefined);

/** Names the page after its record, in the document title and as last breadcrumb. Undefined while loading. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    ownPageTitle.set(title);
    return () => ownPageTitle.set(undefined);
  }, [title]);
}

/** Specification: the route title, then the tenant name, then Intranet. */
export function documentTitle(page: string, tenantName: string): string {
  return [page, tenantName, "Intranet"].filter((part) => part !== "").join(" - ");
}
