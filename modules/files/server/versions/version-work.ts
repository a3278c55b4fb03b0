import type { BlobStore } from "#platform/server/blobs/blobs.ts";
import type { TenantRun } from "#platform/server/jobs/job.ts";
import type { VersionRecord } from "./version-queries.ts";

/** What the background work on a version needs. */
export interface VersionWork extends Pick<TenantRun, "database" | "tenantId" | "log" | "attempt"> {
  blobs: BlobStore;
  file: VersionRecord;
}
