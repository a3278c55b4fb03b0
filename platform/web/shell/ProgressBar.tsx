import { useSelector } from "@tanstack/react-store";
import { openRequests } from "#platform/web/api/open-requests.ts";
import classes from "./ProgressBar.module.css";

/** The thin bar on top while any request is in flight. */
export function ProgressBar() {
  const active = useSelector(openRequests) > 0;
  return (
    <div className={classes.track} data-active={active || undefined} data-no-print aria-hidden>
      <div className={classes.bar} />
    </div>
  );
}
