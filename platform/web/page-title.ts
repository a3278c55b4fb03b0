import { createAtom, useSelector } from "@tanstack/react-store";
import { useEffect } from "react";
import type { Crumb } from "./module.ts";

interface OwnTitle {
  text: string;
  /** The text is a record's name: the route's title says what is seen of it. */
  isName: boolean;
}

/**
 * What a record's page calls itself; the route's own title applies without it. Null, because atoms
 * ignore being set to undefined.
 */
const ownPageTitle = createAtom<OwnTitle | null>(null);

/**
 * Returns what the page on screen is called, in its title and as last step: `Elif Becker – Profil
 * Ansicht`.
 */
export function useShownTitle(page: { title: string } | undefined): string | undefined {
  const own = useSelector(ownPageTitle);
  if (own === null) return page?.title;
  return own.isName && page !== undefined ? `${own.text} – ${page.title}` : own.text;
}

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
export function usePageTitle(title: string | undefined, crumbs?: readonly Crumb[]): void {
  useOwnTitle(title, false, crumbs);
}

/** As `usePageTitle`, for the name of a record: the route's title follows it. */
export function useRecordTitle(name: string | undefined, crumbs?: readonly Crumb[]): void {
  useOwnTitle(name, true, crumbs);
}

function useOwnTitle(
  text: string | undefined,
  isName: boolean,
  crumbs: readonly Crumb[] = NO_CRUMBS,
): void {
  useEffect(() => {
    ownPageTitle.set(text === undefined ? null : { text, isName });
    return () => ownPageTitle.set(null);
  }, [text, isName]);
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
