/**
 * How the server's process handles memory, given to it by whatever starts it: neither can be set
 * from inside (docs/adr/0081). Plain JavaScript without imports.
 */

/**
 * Of glibc's malloc; elsewhere nobody reads them. By itself it makes an area for each thread, up to
 * eight for each core, gives none of them back, and learns from large pieces to keep even those.
 */
export const MEMORY_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/** Of V8: young objects have two spaces of this size, and one that has grown is kept. */
export const MEMORY_FLAGS = ["--max-semi-space-size=16"];
