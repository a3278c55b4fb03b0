import { v7 as uuidv7 } from "uuid";
import { AppError, fieldProblem, notFound } from "#platform/server/http/app-error.ts";
import { uniqueField } from "#platform/server/database/constraints.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import type { BodyOf } from "#platform/contract/route.ts";
import type { CustomField, tenantsContract } from "../contract.ts";
import {
  deleteCustomFieldRow,
  insertCustomField,
  selectCustomField,
  updateCustomFieldRow,
} from "./queries.ts";
import { toCustomField } from "./presenters.ts";

const uniqueKey = uniqueField(
  "custom_field_tenant_id_key_key",
  "key",
  "Ein Feld mit diesem Schlüssel gibt es schon.",
);

const CHOICES = new Set(["CHOICE", "MULTI_CHOICE"]);

export async function createCustomField(
  tx: WriteTx,
  input: BodyOf<typeof tenantsContract.createCustomField>,
): Promise<CustomField> {
  checkOptions(input.kind, input.options);
  const { selfService, ...rest } = input;
  const row = { id: uuidv7(), ...rest, self_service: selfService, version: 1 };
  return toCustomField(await uniqueKey(() => insertCustomField(tx, row)));
}

export async function updateCustomField(
  tx: WriteTx,
  id: string,
  input: BodyOf<typeof tenantsContract.updateCustomField>,
): Promise<CustomField> {
  const before = await selectCustomField(tx, id);
  if (before === undefined) throw notFound();
  checkOptions(before.kind, input.options);
  const { selfService, version, ...rest } = input;
  const row = await updateCustomFieldRow(tx, id, version, { ...rest, self_service: selfService });
  if (row === undefined) throw new AppError("STALE_VERSION", { current: toCustomField(before) });
  return toCustomField(row);
}

export async function deleteCustomField(tx: WriteTx, id: string): Promise<CustomField> {
  const row = await deleteCustomFieldRow(tx, id);
  if (row === undefined) throw notFound();
  return toCustomField(row);
}

function checkOptions(kind: CustomField["kind"], options: string[]): void {
  if (CHOICES.has(kind) && options.length === 0)
    throw fieldProblem("options", "Eine Auswahl braucht mindestens einen Eintrag.");
  if (!CHOICES.has(kind) && options.length > 0)
    throw fieldProblem("options", "Nur Auswahlfelder haben Einträge.");
  if (new Set(options).size !== options.length)
    throw fieldProblem("options", "Jeder Eintrag darf nur einmal vorkommen.");
}
