import { z } from "zod";
import { inAddress } from "#platform/web/navigation.tsx";

/** How a message is begun, in its address. */
export const composeState = z.object({
  /** Goes on with this draft. */
  draft: inAddress.text(),
  /** Ids of messages. */
  reply: inAddress.text(),
  forward: inAddress.text(),
  copy: inAddress.text(),
  /** Ids with commas, or the parameter several times. */
  recipients: inAddress.list(),
  groups: inAddress.list(),
});

declare module "#platform/web/page-search.ts" {
  interface PageSearch {
    "/messaging/compose": z.output<typeof composeState>;
  }
}
export type ComposeState = z.output<typeof composeState>;

/** `a,b` and `a&b` alike → ids. */
export function idsOf(values: readonly string[]): string[] {
  return [
    ...new Set(
      values.flatMap((value) => value.split(",")).filter((id) => z.uuid().safeParse(id).success),
    ),
  ];
}
