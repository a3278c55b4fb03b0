/**
 * Numbers of PostgreSQL's advisory locks that all processes of an installation know. Each is one
 * purpose's alone: whoever shares a number waits for what it has nothing to do with.
 */
export const ADVISORY_LOCKS = {
  /** The application's login role and the secret it is derived from. */
  ROLE: 7261,
  /** Cloning the template of the test databases. */
  TEST_TEMPLATE: 7262,
  /** Held (shared) while bytes may not be removed, through a whole backup for example. */
  FILE_CLEANUP: 7263,
  /** One process brings the schema up to date, the others wait. */
  SCHEMA: 7264,
  /** Transactions of one club that claim bytes under a quota, one after the other (`keep_blob_quota`). */
  BLOB_QUOTA: 7265,
} as const;
