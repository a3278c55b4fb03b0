import type { z } from "zod";
import type { WriteTx } from "../database/database.ts";
import type { Job } from "./job.ts";
import { insertJob } from "./queue-queries.ts";

export interface AddOptions {
  /** A later job of the same kind, club and key replaces the waiting one. */
  key?: string;
  runAt?: Date;
  /**
   * Jobs of one queue run one after the other, whichever process runs them: slow ones leave room
   * for others.
   */
  queue?: string;
  /** Lower ones run first; default 0. */
  priority?: number;
}

/** Adds work to the queue in the transaction of its cause: both happen or none. */
export async function addJob<P extends z.ZodType>(
  tx: WriteTx,
  { id, maxAttempts }: Pick<Job<P>, "id" | "maxAttempts" | "payload">,
  payload: z.input<P>,
  { key, runAt = new Date(), queue, priority = 0 }: AddOptions = {},
): Promise<void> {
  await insertJob(tx, {
    identifier: id,
    payload,
    key: key === undefined ? null : `${id}:${key}`,
    runAt,
    maxAttempts,
    queue: queue ?? null,
    priority,
  });
}
