import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type AnyRoute,
  type AnyRouter,
  type RouterHistory,
} from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { parseSearch, stringifySearch } from "#platform/web/links.tsx";
import type { PageDefinition, WebModule } from "#platform/web/module.ts";
import { DocumentTitle } from "./pages/DocumentTitle.tsx";
import { MemberLayout } from "./MemberLayout.tsx";
import { NotFoundPage, PageFailed } from "./pages/Failures.tsx";
import { PermissionGate } from "./PermissionGate.tsx";
import { PublicLayout } from "./PublicLayout.tsx";
import { rememberEntries } from "#platform/web/entries.ts";
import { keepPlaces, TABLE } from "./places.ts";
import { RecordSkeleton } from "../ui/Skeletons.tsx";
import { shellPages } from "./pages/shell-pages.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    page?: PageDefinition;
  }
}

interface RouterOptions {
  /** Where the address is kept; by default in the browser's own. */
  history?: RouterHistory;
  /** What stands around the pages of logged-in readers. */
  memberLayout?: () => ReactNode;
}

/**
 * Makes the routes of all modules: those below /public without login, the others inside the
 * authenticated layout.
 */
export function createAppRouter(
  modules: readonly WebModule[],
  { history, memberLayout = MemberLayout }: RouterOptions = {},
): AnyRouter {
  const root = createRootRoute({
    component: Root,
    notFoundComponent: NotFoundPage,
    errorComponent: PageFailed,
  });
  const members = createRoute({
    getParentRoute: () => root,
    id: "members",
    component: memberLayout,
  });
  const guests = createRoute({ getParentRoute: () => root, id: "guests", component: PublicLayout });
  const pages = [...shellPages, ...modules.flatMap((module) => module.pages)];
  const isPublic = (page: PageDefinition) => page.path.startsWith("/public");
  const unknown = createRoute({
    getParentRoute: () => members,
    path: "$",
    component: NotFoundPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([
      members.addChildren([
        ...pages.filter((page) => !isPublic(page)).map((page) => pageRoute(page, members)),
        unknown,
      ]),
      guests.addChildren(pages.filter(isPublic).map((page) => pageRoute(page, guests))),
    ]),
    ...(history && { history }),
    scrollRestoration: true,
    scrollToTopSelectors: [TABLE],
    defaultPreload: "intent",
    defaultPendingMs: 150,
    defaultPendingComponent: RecordSkeleton,
    defaultErrorComponent: PageFailed,
    parseSearch,
    stringifySearch,
  });
  keepPlaces(router);
  rememberEntries(router);
  return router;
}

function Root() {
  return (
    <>
      <DocumentTitle />
      <Outlet />
    </>
  );
}

type AsyncPage = ComponentType & { preload?: () => Promise<void> };

function pageRoute(page: PageDefinition, parent: AnyRoute): AnyRoute {
  const Page = lazyRouteComponent(page.load) as AsyncPage;
  const component = Object.assign(
    () => (
      <PermissionGate permission={page.permission}>
        <Page />
      </PermissionGate>
    ),
    { preload: () => Page.preload?.() ?? Promise.resolve() },
  );
  return createRoute({
    getParentRoute: () => parent,
    path: page.path,
    component,
    staticData: { page },
  });
}
