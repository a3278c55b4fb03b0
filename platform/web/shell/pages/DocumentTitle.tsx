import { VisuallyHidden } from "@mantine/core";
import { useSelector } from "@tanstack/react-store";
import { useEffect } from "react";
import { documentTitle, useShownTitle } from "#platform/web/page-title.ts";
import { tenantDisplayName, tenantLook } from "#platform/web/session/tenant-look.ts";
import { useCurrentPage } from "./current-page.ts";

/** Keeps the document's title, and tells screen readers that the page has changed. */
export function DocumentTitle() {
  const page = useCurrentPage();
  const title = useShownTitle(page) ?? "";
  const tenantName = tenantDisplayName(useSelector(tenantLook));
  useEffect(() => {
    document.title = documentTitle(title, tenantName);
  }, [title, tenantName]);
  return <VisuallyHidden role="status">{title}</VisuallyHidden>;
}
