import {
  AppError,
  fieldProblem,
  invalidValues,
  notFound,
} from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import { selectGroups } from "#modules/members/server/public.ts";
import { customFields } from "#modules/tenants/server/public.ts";
import type { MappingConfig, MappingEntry } from "../../mapping-contract.ts";
import { type TransferField, transferFields } from "../../member-fields.ts";
import { type MappingRecord, selectMapping } from "./queries.ts";

export const uniqueMappingName = uniqueField(
  "mapping_config_name",
  "name",
  "Eine Zuordnung mit diesem Namen gibt es schon.",
);

/** Imports and exports have their own permission; a mapping belongs to one of the two. */
export function mayUseMappings(principal: Principal, isExport: boolean): boolean {
  return holds(principal, isExport ? "MANAGE_EXPORTS" : "MANAGE_IMPORTS");
}

export function requireMappingPermission(principal: Principal, isExport: boolean): void {
  if (!mayUseMappings(principal, isExport)) throw new AppError("FORBIDDEN");
}

/** A mapping that the reader may use; any other is 404. */
export async function usableMapping(
  tx: ReadTx,
  id: number,
  principal: Principal,
): Promise<MappingRecord> {
  const record = await selectMapping(tx, id);
  if (record === undefined || !mayUseMappings(principal, record.is_export)) throw notFound();
  return record;
}

/** Refuses, at its field, a mapping that is not there or not for imports. */
export async function requireImportMapping(tx: ReadTx, id: number): Promise<void> {
  const mapping = await selectMapping(tx, id);
  if (mapping === undefined || mapping.is_export)
    throw fieldProblem(
      "mappingConfigId",
      "Diese Zuordnung gibt es nicht.",
      "NOT_FOUND",
      "UNPROCESSABLE",
    );
}

export function toMappingConfig({
  id,
  name,
  is_export,
  entries,
  version,
}: MappingRecord): MappingConfig {
  return { id, name, isExport: is_export, entries, version, can: ["EDIT", "DELETE"] };
}

/** The club's fields that can be imported or exported. */
export async function clubFields(tx: ReadTx, isExport: boolean): Promise<TransferField[]> {
  const groups = await selectGroups(tx);
  return transferFields(
    isExport,
    await customFields(tx),
    groups.map(({ id, name, parent_name }) => ({ id, name, groupName: parent_name })),
  );
}

/**
 * Refuses entries that lead nowhere: unknown fields, columns written twice. Fields of groups that
 * were deleted since are refused too, at the entry that names them.
 */
export function checkEntries(
  entries: readonly MappingEntry[],
  isExport: boolean,
  fields: readonly TransferField[],
): void {
  const known = new Set(fields.map(({ key }) => key));
  const columns = new Set<string>();
  const errors = entries.flatMap(({ sourceField, targetField, transforms }, index) => {
    const at = (end: string) => `entries.${index}.${end}`;
    const found = [];
    const isConstant = transforms.some(({ kind }) => kind === "CONSTANT");
    const [source, target] = isExport
      ? ["targetField", "sourceField"]
      : ["sourceField", "targetField"];
    const key = isExport ? sourceField : targetField;
    if (!known.has(key) && !(isExport && key === "" && isConstant))
      found.push({
        path: at(target),
        code: "UNKNOWN_FIELD",
        message: "Dieses Feld gibt es nicht.",
      });
    if (!isExport && sourceField === "" && !isConstant)
      found.push({
        path: at(source),
        code: "REQUIRED",
        message: "Bitte eine Spalte auswählen oder einen festen Wert angeben.",
      });
    if (isExport && columns.has(targetField))
      found.push({
        path: at(source),
        code: "ALREADY_EXISTS",
        message: "Diese Spalte gibt es schon.",
      });
    columns.add(targetField);
    const joined = isExport
      ? transforms.flatMap((transform) => (transform.kind === "JOIN" ? transform.with : []))
      : [];
    if (joined.some((field) => !known.has(field)))
      found.push({
        path: at("transforms"),
        code: "UNKNOWN_FIELD",
        message: "Ein angefügtes Feld gibt es nicht.",
      });
    return found;
  });
  if (errors.length > 0) throw invalidValues(errors);
}
