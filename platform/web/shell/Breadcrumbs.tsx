import { ChevronRight, House } from "lucide-react";
import { AppLink } from "#platform/web/links.tsx";
import { ownPageCrumbs, ownPageTitle } from "#platform/web/page-title.ts";
import { useStore } from "#platform/web/store.ts";
import classes from "./Breadcrumbs.module.css";
import { useCurrentPage } from "./current-page.ts";

/** Home link, labelled steps from the route, and the page itself, which is not a link. */
export function Breadcrumbs() {
  const page = useCurrentPage();
  const own = useStore(ownPageTitle);
  const steps = useStore(ownPageCrumbs);
  const last = own ?? page?.title;
  if (last === undefined || page?.path === "/") return null;
  return (
    <nav aria-label="Brotkrumen" className={classes.bar} data-no-print>
      <ol>
        <li>
          <AppLink to="/" aria-label="Startseite" className={classes.home ?? ""}>
            <House size={16} aria-hidden />
          </AppLink>
        </li>
        {[...(page?.crumbs ?? []), ...steps].map((crumb) => (
          <li key={crumb.to}>
            <ChevronRight size={14} aria-hidden />
            <AppLink to={crumb.to}>{crumb.label}</AppLink>
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
