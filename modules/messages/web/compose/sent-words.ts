import { plural } from "#platform/web/format/format.ts";
import type { Message } from "../../contract.ts";

/** What happens, for the moment after sending. */
export function sentWords({ recipientCount }: Pick<Message, "recipientCount">): string {
  return `Die Nachricht geht an ${plural(recipientCount, "Person", "Personen")}.`;
}
