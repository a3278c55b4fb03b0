import { Outlet } from "@tanstack/react-router";
import { useSelector } from "@tanstack/react-store";
import { logoAddress, tenantDisplayName, tenantLook } from "#platform/web/session/tenant-look.ts";
import { ErrorNotices } from "./ErrorNotices.tsx";
import { ProgressBar } from "./ProgressBar.tsx";
import classes from "./PublicLayout.module.css";

/** Pages without login: the club's logo and name, and the page. */
export function PublicLayout() {
  const look = useSelector(tenantLook);
  const logo = logoAddress(look);
  return (
    <div className={classes.page}>
      <ProgressBar />
      <header className={classes.header}>
        {logo !== undefined && <img src={logo} alt="" className={classes.logo} />}
        <span>{tenantDisplayName(look)}</span>
      </header>
      <main className={classes.main}>
        <ErrorNotices />
        <Outlet />
      </main>
    </div>
  );
}
