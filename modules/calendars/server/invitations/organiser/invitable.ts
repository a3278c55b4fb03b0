import { grantsOf } from "#modules/grants/server/public.ts";
import {
  type Added,
  mayWriteToGroup,
  mayWriteToMember,
  reachOf,
} from "#modules/messages/server/public.ts";
import type { FieldError } from "#platform/contract/problem.ts";
import type { ReadTx } from "#platform/server/database/database.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import type { Invite } from "../../../invitation-contract.ts";
import { CALENDAR_GRANTS } from "../../calendars/access.ts";

/** Most places that an answer names. */
const MOST_ERRORS = 100;

/**
 * Returns whom the inviter may invite to events of a calendar besides those they may write to: the
 * groups and members that the calendar is granted to, and themselves. A calendar that everybody
 * may use opens nobody: else it would be a way round the rule of messages.
 */
export async function invitedByGrant(
  tx: ReadTx,
  inviter: Principal,
  calendarId: string,
): Promise<Added> {
  const lines = (await grantsOf(tx, CALENDAR_GRANTS, [calendarId])).get(calendarId) ?? [];
  const granted = (subject: "GROUP" | "USER") =>
    lines.flatMap((line) => (line.subject === subject && line.id !== null ? [line.id] : []));
  return { groupIds: granted("GROUP"), userIds: [inviter.userId, ...granted("USER")] };
}

/**
 * Refuses with 403 whom the inviter may not invite, at their places in the lists, and with 422 whom
 * the club does not know. To those who may not write to everybody, unknown and forbidden look alike.
 */
export async function requireInvitable(
  tx: ReadTx,
  inviter: Principal,
  calendarId: string,
  { userIds, groupIds }: Pick<Invite, "userIds" | "groupIds">,
  unknown: ReadonlySet<string>,
): Promise<void> {
  const lists = { recipientIds: userIds, recipientGroupIds: groupIds };
  const reach = await reachOf(tx, inviter, lists, await invitedByGrant(tx, inviter, calendarId));
  const isMember = (id: string) => mayWriteToMember(reach, id) && !unknown.has(id);
  const isGroup = (id: string) => mayWriteToGroup(reach, id) && !unknown.has(id);
  if (reach.everybody) {
    refuse("UNPROCESSABLE", [
      ...errorsAt("userIds", userIds, isMember, {
        code: "NOT_FOUND",
        message: "Dieses Mitglied gibt es nicht.",
      }),
      ...errorsAt("groupIds", groupIds, isGroup, {
        code: "NOT_FOUND",
        message: "Diese Gruppe gibt es nicht.",
      }),
    ]);
    return;
  }
  refuse("FORBIDDEN", [
    ...errorsAt("userIds", userIds, isMember, {
      code: "NOT_ALLOWED",
      message: "Dieses Mitglied können Sie zu diesem Termin nicht einladen.",
    }),
    ...errorsAt("groupIds", groupIds, isGroup, {
      code: "NOT_ALLOWED",
      message: "Diese Gruppe können Sie zu diesem Termin nicht einladen.",
    }),
  ]);
}

function errorsAt(
  field: string,
  ids: readonly string[],
  isFine: (id: string) => boolean,
  error: Omit<FieldError, "path">,
): FieldError[] {
  return ids.flatMap((id, index) => (isFine(id) ? [] : [{ path: `${field}.${index}`, ...error }]));
}

function refuse(kind: "FORBIDDEN" | "UNPROCESSABLE", errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError(kind, { errors: errors.slice(0, MOST_ERRORS) });
}
