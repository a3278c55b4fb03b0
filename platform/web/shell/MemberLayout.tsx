import { Outlet } from "@tanstack/react-router";
import { useSelector } from "@tanstack/react-store";
import { useEffect } from "react";
import { followUpdates } from "#platform/web/api/live.ts";
import { MeProvider } from "#platform/web/session/me.tsx";
import { overlays } from "#platform/web/overlays.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import { BottomBar } from "./menu/BottomBar.tsx";
import { StartFailedPage } from "./pages/UnauthenticatedPages.tsx";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { useCurrentPage } from "./pages/current-page.ts";
import { ErrorNotices } from "./ErrorNotices.tsx";
import { fetchCommonParts } from "./fetch-common-parts.ts";
import classes from "./MemberLayout.module.css";
import { ProgressBar } from "./ProgressBar.tsx";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { SideMenu } from "./menu/SideMenu.tsx";
import { TopBar } from "./menu/TopBar.tsx";
import { useSideMenu } from "./menu/use-side-menu.ts";

/** The authenticated layout: the reader's profile first, then the frame with the page. */
export function MemberLayout() {
  return (
    <MeProvider failed={(error) => <StartFailedPage message={error.message} />}>
      <Frame />
    </MeProvider>
  );
}

function Frame() {
  const page = useCurrentPage();
  const menu = useSideMenu();
  useEffect(() => followUpdates(queryClient), []);
  useEffect(fetchCommonParts, []);
  if (page?.bare) return <Outlet />;
  return (
    <>
      <a href="#inhalt" className={classes.skip} onClick={skipToContent} data-no-print>
        Zum Inhalt springen
      </a>
      <ProgressBar />
      <TopBar menu={menu} />
      <SideMenu overlay={!menu.beside} open={menu.open} onClose={menu.close} />
      <main
        id="inhalt"
        tabIndex={-1}
        className={classes.main}
        data-wide={page?.wide || undefined}
        data-menu-beside={(menu.beside && menu.open) || undefined}
      >
        <div className={classes.content}>
          <Breadcrumbs />
          <ErrorNotices />
          <Outlet />
        </div>
      </main>
      <BottomBar />
      <Overlays />
      <ShortcutHelp />
    </>
  );
}

function Overlays() {
  return useSelector(overlays).map((Overlay, index) => <Overlay key={index} />);
}

/** The router owns the address, so the jump is made by hand. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById("inhalt")?.focus();
}
