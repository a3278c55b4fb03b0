import { EVERYBODY_READS, GRANT_SUBJECT_LABELS, type GrantLine } from "#modules/grants/contract.ts";
import { grantLinesOf, grantsSentence } from "#modules/grants/web/public.ts";
import { formatNumber } from "#platform/web/format/format.ts";
import type { FileShare } from "../../contract.ts";
import { choicesOfTypes, typesOfChoices, typesSentence } from "./allowed-types.ts";

/** Sizes are shown in decimal units; so is the limit. */
const GIGABYTE = 1_000_000_000;

/** The writable fields of a share as its form holds them. */
export interface ShareValues extends Record<string, unknown> {
  name: string;
  /** Choices of `allowed-types.ts`; none: everything. */
  types: string[];
  /** Gigabytes, empty: no limit. */
  quota: number | "";
  grants: GrantLine[];
}

export const NEW_SHARE: ShareValues = { name: "", types: [], quota: "", grants: EVERYBODY_READS };

export const SHARE_FIELD_LABELS = {
  name: "Name",
  types: "Erlaubte Dateien",
  allowedTypes: "Erlaubte Dateien",
  quota: "Speicherplatz",
  grants: "Zugriff",
};

export function valuesOf(share: FileShare): ShareValues {
  return {
    name: share.name,
    types: choicesOfTypes(share.allowedTypes),
    quota: share.quota === null ? "" : share.quota / GIGABYTE,
    grants: grantLinesOf(share.grants ?? []),
  };
}

/** The form's values as the call wants them. */
export function bodyOf(values: ShareValues) {
  return {
    name: values.name,
    allowedTypes: typesOfChoices(values.types),
    quota: values.quota === "" ? null : Math.round(values.quota * GIGABYTE),
    grants: values.grants,
  };
}

/** A value of the form as a reader understands it, for the choice after a conflict. */
export function shownValue(share: FileShare, field: string, value: unknown): string {
  if (field === "types") return typesSentence(typesOfChoices(value as string[]));
  if (field === "quota") return value === "" ? "unbegrenzt" : `${formatNumber(value as number)} GB`;
  if (field === "grants")
    return grantsSentence(
      (value as GrantLine[]).map((line) => ({ ...line, name: nameOf(line, share) })),
    );
  return String(value);
}

function nameOf(line: GrantLine, share: FileShare): string {
  const known = share.grants?.find(
    (grant) => grant.subject === line.subject && grant.id === line.id,
  );
  return known?.name ?? GRANT_SUBJECT_LABELS[line.subject];
}
