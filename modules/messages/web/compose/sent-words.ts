import { plural } from "#platform/web/format/format.ts";
import type { Message } from "../../contract.ts";

/** What happened, for the moment after sending. */
export function sentWords({ recipientCount }: Pick<Message, "recipientCount">): string {
  return `Die Nachricht ist an ${plural(recipientCount, "Person", "Personen")} gesendet.`;
}
