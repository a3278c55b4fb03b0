import { notFound } from "#platform/server/http/app-error.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import type { Draft } from "../../contract.ts";
import { toDraft } from "../inbox/presenters.ts";
import { selectDraft } from "./draft-queries.ts";

/** Returns a person's own draft; 404 for everybody else. */
export async function draftOf(tx: ReadTx, id: string, ownerId: string): Promise<Draft> {
  const record = await selectDraft(tx, id, ownerId);
  if (record === undefined) throw notFound();
  return toDraft(record);
}
