import { z } from "zod";

/** The room of a club's files. */
export const room = z.object({
  usedBytes: z.int(),
  /** What they may take in all; null: as much as there is. */
  quota: z.int().nullable(),
});
export type Room = z.infer<typeof room>;
