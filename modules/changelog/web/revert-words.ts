import { formatDateTime, plural } from "#platform/web/format/format.ts";
import type { Question } from "#platform/web/ui/notices/confirm.tsx";
import type { Change } from "../contract.ts";
import type { RevertResult } from "./revert.ts";

type Reverted = Pick<Change, "operation" | "record">;

const LABELS_OF_CREATED: Partial<Record<Change["record"]["type"], string>> = {
  USER: "In den Papierkorb legen",
  MEMBERSHIP: "Zugehörigkeit entfernen",
  GROUP: "Gruppe löschen",
};

/** Returns what taking an entry back does: what was created goes, what was deleted comes back. */
export function revertLabel({ operation, record }: Reverted): string {
  if (operation === "DELETE") return "Wiederherstellen";
  return (operation === "CREATE" ? LABELS_OF_CREATED[record.type] : undefined) ?? "Zurücknehmen";
}

/** Returns the same for those who hear the button alone, without the entry that it stands in. */
export function spokenRevertLabel(change: Reverted & Pick<Change, "at">): string {
  const label = revertLabel(change);
  const { name } = change.record;
  const at = formatDateTime(change.at);
  return label === "Zurücknehmen"
    ? `Änderung an ${name} vom ${at} zurücknehmen`
    : `${label}: ${name}, Änderung vom ${at}`;
}

/** Returns what is asked before; undefined where nobody could be surprised. */
export function revertQuestion({ operation, record }: Reverted): Question | undefined {
  if (operation !== "CREATE" || record.type !== "USER") return undefined;
  return {
    title: `„${record.name}“ in den Papierkorb legen?`,
    text: "Das Anlegen zurückzunehmen heißt: Die Person kommt mit ihren Gruppen und ihrem Zugang in den Papierkorb. Sie kann sich dann nicht mehr anmelden und bekommt keine Nachrichten.",
    confirmLabel: "In den Papierkorb legen",
    destructive: true,
  };
}

/** Returns what happened. */
export function revertedMessage({ operation, record }: Reverted, result: RevertResult): string {
  if (result.change === null && result.reverted.length === 0)
    return "Es gab nichts zurückzunehmen: Alles steht schon so wie vorher.";
  const { name } = record;
  if (operation === "DELETE") return `„${name}“ ist wiederhergestellt.`;
  if (operation === "CREATE")
    return record.type === "USER"
      ? `„${name}“ liegt im Papierkorb.`
      : `„${name}“ ist wieder entfernt.`;
  const count = Math.max(1, result.reverted.length);
  return `${plural(count, "Feld", "Felder")} von ${name} auf den alten Stand gesetzt.`;
}
