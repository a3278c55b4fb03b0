import { RECORD_TYPE_LABELS, type Change } from "../contract.ts";

const VERBS: Record<Change["operation"], string> = {
  CREATE: "angelegt",
  UPDATE: "geändert",
  DELETE: "gelöscht",
};

/** What every history tells of a change, one's own too. */
export type ShownChange = Omit<Change, "actor" | "can" | "importRunId"> & {
  actor: Pick<Change["actor"], "name">;
};

/** Returns the member whom a change is about; null for groups. */
export function ownerOf({ user, record }: ShownChange): { id: string; name: string } | null {
  return user ?? (record.type === "USER" ? record : null);
}

/** Returns the name of the member or group that a change is about. */
export function recordName(change: ShownChange): string {
  return ownerOf(change)?.name ?? change.record.name;
}

/**
 * Returns "Mitglied angelegt". A membership is recorded as "Eva Groß in Turnen"; beside the
 * person's name the group is enough.
 */
export function whatHappened({ record, operation }: ShownChange, owner: string): string {
  const { type, name } = record;
  const place = name.startsWith(`${owner} in `) ? name.slice(owner.length + 4) : name;
  const what = type === "MEMBERSHIP" ? `Zugehörigkeit zu ${place}` : RECORD_TYPE_LABELS[type];
  return `${what} ${VERBS[operation]}`;
}
