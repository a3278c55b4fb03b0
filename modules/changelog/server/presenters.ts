import type { Holder } from "#modules/members/server/public.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import type { Change, OwnChange } from "../contract.ts";
import { fieldLabels } from "./labels.ts";
import {
  type ChangeRecord,
  type ChangeValue,
  type RecordType,
  selectGroupNames,
} from "./queries.ts";
import { isMasked, rightsOnChange } from "./revert/rules.ts";

/** Turns entries and values into what a reader is shown. */
export interface Presentation {
  change(record: ChangeRecord): Change;
  label(type: RecordType, field: string): string;
  value(field: string, value: ChangeValue): ChangeValue;
}

/**
 * Loads what showing these entries takes: labels of custom fields, names of groups that occur as
 * values.
 */
export async function presentation(
  tx: ReadTx,
  records: readonly ChangeRecord[],
  reader: Holder,
): Promise<Presentation> {
  const { label } = fieldLabels(await customFields(tx));
  const groupIds = records
    .flatMap(({ fields }) => [fields["parentId"]?.old, fields["parentId"]?.new])
    .filter((id) => typeof id === "string");
  const groups = await selectGroupNames(tx, groupIds);

  const value = (field: string, raw: ChangeValue): ChangeValue =>
    field === "parentId" && typeof raw === "string" ? (groups.get(raw) ?? "gelöschte Gruppe") : raw;
  return {
    label,
    value,
    change(record) {
      const { record_type: type, member_id: memberId } = record;
      const order = Object.keys(record.fields).toSorted((a, b) =>
        label(type, a).localeCompare(label(type, b), "de"),
      );
      return {
        id: record.id,
        at: record.at.toISOString(),
        actor: { id: record.actor_id, name: record.actor_name, kind: record.actor_kind },
        way: record.way,
        operation: record.operation,
        record: { type, id: record.record_id, name: recordName(record) },
        user: memberId === null ? null : { id: memberId, name: record.record_name },
        importRunId: record.import_run_id,
        changes: order.map((field) => {
          const masked = isMasked(reader, type, field);
          const { old, new: next } = record.fields[field] ?? { old: null, new: null };
          return {
            field,
            label: label(type, field),
            oldValue: masked ? null : value(field, old),
            newValue: masked ? null : value(field, next),
            masked,
          };
        }),
        can: rightsOnChange(reader, record),
      };
    },
  };
}

/** Returns the entry as the person it is about reads it. */
export function ownChangeOf(change: Change): OwnChange {
  const { can: _can, importRunId: _run, actor, ...rest } = change;
  return { ...rest, actor: { name: actor.name, kind: actor.kind } };
}

/** A membership is told apart by its group as well. */
export function recordName({
  record_type: type,
  record_name: name,
  group_name: groupName,
  fields,
}: ChangeRecord): string {
  if (type !== "MEMBERSHIP") return name;
  const group = groupName ?? fields["group"]?.old ?? fields["group"]?.new;
  return typeof group === "string" ? `${name} in ${group}` : name;
}
