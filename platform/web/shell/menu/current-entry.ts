import { useRouterState } from "@tanstack/react-router";
import { useSelector } from "@tanstack/react-store";
import { ownPageCrumbs } from "#platform/web/page-title.ts";
import { useCurrentPage } from "../pages/current-page.ts";

/**
 * Tells whether the page on screen is the entry's, or one beneath it: by the steps that lead to it,
 * or by its address. A page that gives all its steps itself is beneath them alone: a gallery has
 * the address of a folder.
 */
export function useIsCurrent(): (to: string | undefined) => boolean {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const page = useCurrentPage();
  const own = useSelector(ownPageCrumbs);
  const fixed = page?.crumbs ?? [];
  const steps = [...fixed, ...own].map((crumb) => crumb.to);
  const decides = fixed.length === 0 && own.length > 0;
  return (to) => {
    if (to === undefined) return false;
    // The overview is only itself.
    if (pathname === to) return true;
    return to !== "/" && (steps.includes(to) || (!decides && pathname.startsWith(`${to}/`)));
  };
}
