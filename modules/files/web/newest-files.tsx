import { formatDateTime } from "#platform/web/format/format.ts";
import { queryClient } from "#platform/web/api/query-client.ts";
import { AppLink } from "#platform/web/links.tsx";
import { holdsOneOf, ME_KEY, type ShellUser } from "#platform/web/session/me.tsx";
import { call } from "#platform/web/api/api.ts";
import { bareRoute } from "#platform/web/api/bare-route.ts";
import { dashboardContent } from "#platform/web/module.ts";
import type { filesContract } from "../contract.ts";
import { folderAddress, nameOf, parentOf } from "../addresses.ts";
import classes from "./newest-files.module.css";

const SHOWN = 3;
const listNewestFiles = bareRoute<typeof filesContract.listNewestFiles>({
  method: "GET",
  path: "/file-share/newest-files",
  access: ["QUERY_FILESHARE", "QUERY_IMAGESHARE"],
});

/** Neueste Dateien on the overview: each card leads to the folder the file lies in. */
export default dashboardContent({
  queryKey: ["file-entry", "newest"],
  load: async (signal) => {
    const me = queryClient.getQueryData<ShellUser>(ME_KEY);
    if (me && !holdsOneOf(me, listNewestFiles.access)) return [];
    return call(listNewestFiles, { query: { limit: SHOWN }, signal });
  },
  render: (files) => (
    <ul className={classes.files}>
      {files.map(({ fileShare, fileMetadata, addedAt }) => {
        const folder = parentOf(fileMetadata.fileName);
        return (
          <li key={`${fileShare.id}/${fileMetadata.fileName}`}>
            <AppLink to={folderAddress(fileShare.id, folder)} className={classes.file ?? ""}>
              <span className={classes.name}>{nameOf(fileMetadata.fileName)}</span>
              <span className={classes.where}>
                {[fileShare.name, ...folder.split("/").filter(Boolean)].join(" › ")} · Hinzugefügt
                am {formatDateTime(addedAt)}
              </span>
            </AppLink>
          </li>
        );
      })}
    </ul>
  ),
});
