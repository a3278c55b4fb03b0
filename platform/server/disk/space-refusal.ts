const DISK_FULL = "53100";
/** Where PostgreSQL has no code for it: with a quota, or of a connection that finds no space. */
const IN_WORDS = /No space left on device|Disk quota exceeded/;

/** Whether PostgreSQL says of a statement or a connection that it has no space for it. */
export function isRefusedForSpace(error: Error): boolean {
  return ("code" in error && error.code === DISK_FULL) || IN_WORDS.test(error.message);
}
