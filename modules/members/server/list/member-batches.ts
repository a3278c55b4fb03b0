import type { ReadTx } from "#platform/server/database/database.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { UserRow } from "../../contract.ts";
import type { PackedIds } from "./packed-ids.ts";
import { selectMembers } from "../people/queries.ts";
import { toUserRow } from "../people/presenters.ts";

/** Opens a read-only transaction of a tenant. */
export type Reading = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;

/** Where rows come from, whose eyes read them, and on which day. */
export interface PortionSource {
  read: Reading;
  reader: Principal;
  /** Reference date of status and groups. */
  day: string;
  /** True: those in the trash instead of the living. */
  inTrash?: boolean;
}

/**
 * Few enough that what is read of them dies young: larger portions outlive the collector's first
 * looks and pile up. Each pays for its plan and its transaction: 100,000 members as CSV took 4.9 s
 * in portions of 250, 4.5 of 500 and 4.3 of 750; 1,000 held 20 MiB more for the same time.
 */
const PORTION = 750;

/**
 * The members of these ids, in their order and in portions. Each is read in a short transaction of
 * its own, while the one before is being written: memory stays flat, whatever the number, and no
 * long transaction keeps the database from removing old rows. Who is gone by then is left out.
 */
export async function* memberBatches(
  { read, reader, day, inTrash = false }: PortionSource,
  ids: PackedIds,
): AsyncGenerator<UserRow[]> {
  const portion = (start: number) => {
    const records = read((tx) =>
      selectMembers(tx, ids.slice(start, start + PORTION), day, inTrash),
    );
    // It is awaited a portion later: until then a failure is nobody's.
    records.catch(() => undefined);
    return records;
  };
  let next = portion(0);
  try {
    for (let start = 0; start < ids.length; start += PORTION) {
      const records = await next;
      if (start + PORTION < ids.length) next = portion(start + PORTION);
      yield records.map((record) => toUserRow(record, day, reader));
    }
  } finally {
    // Who stops early leaves no transaction behind.
    await next.catch(() => undefined);
  }
}
