import { useEffect } from "react";
import type { Crumb } from "./module.ts";
import { store } from "./store.ts";

/** The name a record's page gives itself; the route's own title applies without one. */
export const ownPageTitle = store<string | undefined>(undefined);

/**
 * Steps that only the record knows (the folders above a folder), between the route's own and the
 * page.
 */
export const ownPageCrumbs = store<readonly Crumb[]>([]);

const NO_CRUMBS: readonly Crumb[] = [];

/**
 * Names the page after its record, in the document title and as last breadcrumb, with steps of its
 * own before it. Undefined while loading.
 */
export function usePageTitle(
  title: string | undefined,
  crumbs: readonly Crumb[] = NO_CRUMBS,
): void {
  useEffect(() => {
    ownPageTitle.set(title);
    return () => ownPageTitle.set(undefined);
  }, [title]);
  const steps = JSON.stringify(crumbs);
  useEffect(() => {
    ownPageCrumbs.set(JSON.parse(steps) as Crumb[]);
    return () => ownPageCrumbs.set(NO_CRUMBS);
  }, [steps]);
}

/** Specification: the route title, then the tenant name, then Intranet. */
export function documentTitle(page: string, tenantName: string): string {
  return [page, tenantName, "Intranet"].filter((part) => part !== "").join(" - ");
}
