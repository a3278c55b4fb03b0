import { serverModule } from "#platform/server/server-module.ts";
import { filesContract } from "../contract.ts";
import { downloadHandlers } from "./downloads/download-handlers.ts";
import { entryHandlers } from "./entries/entry-handlers.ts";
import { uploadedFiles } from "./personal-data.ts";
import { processVersion } from "./versions/process-version.ts";
import { shareOpenings } from "./shares/openings.ts";
import { shareHandlers } from "./shares/share-handlers.ts";
import { cleanUpShares } from "./cleanup.ts";
import { uploadHandlers } from "./uploads/upload-handlers.ts";
import { fileSearch } from "./search-provider.ts";

export const filesModule = serverModule({
  name: "files",
  about: "Dokumentablagen und Bildergalerien mit ihren Dateien",
  tables: [
    "file_entry",
    "file_selection",
    "file_share",
    "file_share_grant",
    "file_text",
    "file_upload",
    "file_upload_chunk",
    "file_version",
  ],
  reads: ["club"],
  contract: filesContract,
  search: [fileSearch],
  opens: shareOpenings,
  personalData: [uploadedFiles],
  liveKinds: {
    "file-share": ["QUERY_FILESHARE", "QUERY_IMAGESHARE"],
    "file-entry": ["QUERY_FILESHARE", "QUERY_IMAGESHARE"],
  },
  jobs: [processVersion, cleanUpShares],
  handlers: (services) => ({
    ...shareHandlers(),
    ...entryHandlers(),
    ...uploadHandlers(services),
    ...downloadHandlers(services),
  }),
});
