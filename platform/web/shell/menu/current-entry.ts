import { useRouterState } from "@tanstack/react-router";
import { useSelector } from "@tanstack/react-store";
import { ownPageCrumbs } from "#platform/web/page-title.ts";
import { useCurrentPage } from "../pages/current-page.ts";

/**
 * Tells whether the page on screen is the entry's, or one beneath it: by its address, or by the
 * steps that lead to it.
 */
export function useIsCurrent(): (to: string | undefined) => boolean {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const page = useCurrentPage();
  const own = useSelector(ownPageCrumbs);
  const steps = [...(page?.crumbs ?? []), ...own].map((crumb) => crumb.to);
  return (to) => {
    if (to === undefined) return false;
    // The overview is only itself.
    return pathname === to || (to !== "/" && (pathname.startsWith(`${to}/`) || steps.includes(to)));
  };
}
