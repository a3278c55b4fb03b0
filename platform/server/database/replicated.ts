import type pg from "pg";

/**
 * Where PostgreSQL warns of it. A transaction that waits for a synchronous standby and is cancelled
 * by an operator is kept on its machine and answered as done: with the machine it would be lost.
 */
const WAITS_FOR_STANDBY = "SyncRepWaitForLSN";

const unreplicated = new WeakSet<pg.ClientBase>();

/** Notes what a connection is warned of. */
export function watchReplication(client: pg.ClientBase): void {
  client.on("notice", ({ routine }) => {
    if (routine === WAITS_FOR_STANDBY) unreplicated.add(client);
  });
}

/** Whether what a connection has committed reached the standby that it has to be at. */
export function isReplicated(client: pg.ClientBase): boolean {
  return !unreplicated.has(client);
}
