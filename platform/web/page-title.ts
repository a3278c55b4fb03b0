import { createAtom } from "@tanstack/react-store";
import { useEffect } from "react";
import type { Crumb } from "./module.ts";

/**
 * The name a record's page gives itself; the route's own title applies without one. Null, because
 * atoms ignore being set to undefined.
 */
export const ownPageTitle = createAtom<string | null>(null);

/**
 * Steps that only the record knows (the folders above a folder), between the route's own and the
 * page.
 */
export const ownPageCrumbs = createAtom<readonly Crumb[]>([]);

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
    ownPageTitle.set(title ?? null);
    return () => ownPageTitle.set(null);
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
