const PREFIX = "handover-";

/**
 * Keeps what is too long for an address for the page that is opened next in this window: `go(
 * pageAddress("/messaging/compose", { from: handOver({ ids }) }))`. Returns its key.
 */
export function handOver(value: object): string {
  const key = crypto.randomUUID();
  // One is enough: what was handed over before has been taken, or nobody will.
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  return key;
}

/** Returns what was handed over under a key; undefined in another window, or when it is gone. */
export function takeOver(key: string): unknown {
  const kept = sessionStorage.getItem(PREFIX + key);
  return kept === null ? undefined : (JSON.parse(kept) as unknown);
}
