import { useSelector } from "@tanstack/react-store";
import { ChevronRight, House } from "lucide-react";
import { AppLink, useBackOnClick } from "#platform/web/links.tsx";
import { holdsOneOf, useMeIfAny } from "#platform/web/session/me.tsx";
import type { Crumb } from "#platform/web/module.ts";
import { useModules } from "#platform/web/modules.tsx";
import { ownPageCrumbs, useShownTitle } from "#platform/web/page-title.ts";
import classes from "./Breadcrumbs.module.css";
import { useCurrentPage } from "./pages/current-page.ts";

/** Home link, labelled steps from the route, and the page itself, which is not a link. */
export function Breadcrumbs() {
  const page = useCurrentPage();
  const last = useShownTitle(page);
  const steps = useSelector(ownPageCrumbs);
  const isOpen = useIsOpen();
  if (last === undefined || page?.path === "/") return null;
  return (
    <nav aria-label="Brotkrumen" className={classes.bar} data-no-print>
      <ol>
        <li>
          <AppLink to="/" aria-label="Startseite" className={classes.home ?? ""}>
            <House size={16} aria-hidden />
          </AppLink>
        </li>
        {[...(page?.crumbs ?? []), ...steps].filter(isOpen).map((crumb) => (
          <li key={crumb.to}>
            <ChevronRight size={14} aria-hidden />
            <Step crumb={crumb} />
          </li>
        ))}
        <li>
          <ChevronRight size={14} aria-hidden />
          <span aria-current="page">{last}</span>
        </li>
      </ol>
    </nav>
  );
}

function Step({ crumb }: { crumb: Crumb }) {
  const onClick = useBackOnClick(crumb.to);
  return (
    <AppLink to={crumb.to} onClick={onClick}>
      {crumb.label}
    </AppLink>
  );
}

/** A step that the reader has no right to would only lead to a page that says so. */
function useIsOpen(): (crumb: Crumb) => boolean {
  const me = useMeIfAny();
  const pages = useModules().flatMap((module) => module.pages);
  return ({ to }) => {
    const permission = pages.find((page) => page.path === to)?.permission;
    return permission === undefined || (me !== null && holdsOneOf(me, permission));
  };
}
