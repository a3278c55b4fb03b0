import { CloseButton } from "@mantine/core";
import { useSelector } from "@tanstack/react-store";
import { dismissErrorNotice, errorNotices } from "#platform/web/api/error-notices.ts";
import classes from "./ErrorNotices.module.css";

/** The red list on top of the content; an entry stays until dismissed. */
export function ErrorNotices() {
  const notices = useSelector(errorNotices);
  return (
    <div role="alert" className={classes.list} data-no-print>
      {notices.map((notice) => (
        <div key={notice.id} className={classes.notice}>
          <p>
            <strong>Fehler</strong> {notice.text}
          </p>
          <CloseButton
            aria-label="Meldung schließen"
            onClick={() => dismissErrorNotice(notice.id)}
            c="inherit"
          />
        </div>
      ))}
    </div>
  );
}
