import type { Logger } from "pino";
import type { BlobStore } from "./blobs/blobs.ts";
import type { Database } from "./database/database.ts";
import type { Environment } from "./environment.ts";
import type { GroupOpenings } from "./group-openings.ts";
import type { StoreErrors } from "./figures/store-errors.ts";
import type { RateLimits } from "./http/rate-limits.ts";
import type { LiveBus } from "./live.ts";
import type { RecipientSource } from "./recipient-source.ts";
import type { StorageRoom } from "./disk/storage-room.ts";
import type { Secrets } from "./secrets.ts";

/** What the platform gives every module. */
export interface Services {
  environment: Environment;
  database: Database;
  blobs: BlobStore;
  live: LiveBus;
  /** Of `blobs`. */
  storeErrors: StoreErrors;
  rateLimits: RateLimits;
  room: StorageRoom;
  secrets: Secrets;
  /** What all modules let groups open: nobody gives by a group what they may not open. */
  openings: readonly GroupOpenings[];
  /** Whom messages can go to beside members and groups. */
  recipientSources: readonly RecipientSource[];
  log: Logger;
}
