import type { z } from "zod";
import type { Permission } from "#platform/contract/permissions.ts";
import type { WriteTx } from "#platform/server/database/database.ts";
import { userCreate } from "../../contract.ts";
import { OPERATOR } from "../rights/permissions.ts";
import { setMemberPermissions } from "../rights/set-permissions.ts";
import { createMembers as createCheckedMembers } from "./save-member.ts";

/** A member's values as anyone writes them; what is absent is empty. */
export type MemberInput = z.input<typeof userCreate>;

/** Creates a member with rights of its own; for demo data, the command line and tests. */
export async function createMember(
  tx: WriteTx,
  values: MemberInput,
  rights?: { permissions?: readonly Permission[]; isAdmin?: boolean },
): Promise<{ id: string }> {
  const [id] = await createMembers(tx, [values]);
  if (id === undefined) throw new Error("no member was created");
  const { permissions = [], isAdmin = false } = rights ?? {};
  if (isAdmin || permissions.length > 0)
    await setMemberPermissions(
      tx,
      id,
      { permissions, isAdmin, version: null },
      { actor: OPERATOR },
    );
  return { id };
}

/** Creates many members by one statement; returns their ids in order. */
export async function createMembers(
  tx: WriteTx,
  values: readonly MemberInput[],
): Promise<string[]> {
  return createCheckedMembers(
    tx,
    values.map((value) => userCreate.parse(value)),
  );
}
