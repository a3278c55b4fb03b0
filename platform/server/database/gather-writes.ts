import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/**
 * Sends what a client is asked until its caller waits in one write: each write is a system call on
 * either side, which is dearer than most statements are to run.
 */
export function gatherWrites(client: ClientBase): void {
  // The driver tells its socket to nobody else; it corks each statement by itself.
  const { stream } = (client as ClientBase & { connection: { stream: Socket } }).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  // Comes once nothing is left that goes on by itself.
  process.nextTick(() => stream.uncork());
}
