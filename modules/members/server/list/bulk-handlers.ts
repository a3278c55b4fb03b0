import { AppError, fieldProblem } from "#platform/server/http/app-error.ts";
import type { ReadTx, WriteTx } from "#platform/server/database/database.ts";
import type { Handlers } from "#platform/server/http/implement.ts";
import type { Services } from "#platform/server/services.ts";
import { requirePermission, type Principal } from "#platform/server/http/principal.ts";
import type { z } from "zod";
import type { userBulk, UserFilter, usersContract } from "../../contract.ts";
import { toFilter } from "./list-filter.ts";
import { selectMemberIds } from "./list-queries.ts";
import { disableLogins } from "../rights/logins.ts";
import { selectToday } from "../people/queries.ts";
import { groupActor } from "../groups/openings.ts";
import { addToGroup, removeFromGroup } from "../groups/memberships.ts";
import { type Erasers, restoreMembers, trashMembers, wipeMembers } from "../erasure/trash.ts";

const MOST_AT_ONCE = 20_000;

/** The members meant by ids, or by what the list shows. */
export async function selectedIds(
  tx: ReadTx,
  { ids, filter }: { ids?: readonly string[]; filter?: UserFilter },
  reader: Principal,
): Promise<string[]> {
  if (ids !== undefined) return [...new Set(ids)];
  requirePermission(reader, "QUERY_USER");
  const checked = await toFilter(tx, filter ?? { includeSubgroups: false }, await selectToday(tx));
  const found = await selectMemberIds(
    tx,
    checked,
    { sort: "lastname", dir: "ASC" },
    MOST_AT_ONCE + 1,
  );
  if (found.length > MOST_AT_ONCE)
    throw new AppError("UNPROCESSABLE", {
      code: "TOO_MANY",
      detail: "Das sind mehr als 20.000 Mitglieder. Bitte schränken Sie die Liste ein.",
    });
  return found;
}

type Needed = Erasers & Pick<Services, "openings">;

async function perform(
  tx: WriteTx,
  erasers: Needed,
  body: z.output<typeof userBulk>,
  actor: Principal,
): Promise<{ changed: number; unchanged: number }> {
  requirePermission(actor, body.action.endsWith("_GROUP") ? "MANAGE_GROUP" : "MANAGE_USER");
  if (body.action === "RESTORE" && body.ids === undefined)
    throw fieldProblem("ids", "Zum Wiederherstellen bitte Mitglieder auswählen.");
  const ids = await selectedIds(tx, body, actor);
  const changed = await act(tx, erasers, ids, body, actor);
  return { changed, unchanged: ids.length - changed };
}

async function act(
  tx: WriteTx,
  erasers: Needed,
  ids: string[],
  body: z.output<typeof userBulk>,
  actor: Principal,
): Promise<number> {
  const { action, groupId = "" } = body;
  switch (action) {
    case "ADD_TO_GROUP": {
      const added = { groupId, function: body.function, from: body.from };
      return addToGroup(tx, ids, added, groupActor(actor, erasers));
    }
    case "REMOVE_FROM_GROUP":
      return removeFromGroup(tx, ids, groupId, actor);
    case "DEACTIVATE":
      return disableLogins(tx, erasers.identity, ids, actor);
    case "TRASH":
      return trashMembers(tx, erasers.identity, ids, actor);
    case "RESTORE":
      return restoreMembers(tx, ids, actor);
    case "ANONYMISE":
      return wipeMembers(tx, erasers, ids, actor);
  }
}

export function bulkHandlers(erasers: Needed): Pick<Handlers<typeof usersContract>, "bulkUsers"> {
  return {
    async bulkUsers({ body, principal, write }) {
      return write((tx) => perform(tx, erasers, body, principal));
    },
  };
}
