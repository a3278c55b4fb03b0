import { canOf } from "#platform/server/http/can.ts";
import type { Message } from "../../contract.ts";
import type { Principal } from "#platform/server/http/principal.ts";
import { holds } from "#platform/server/http/principal.ts";

/** Whom a sender may write to. */
export interface Reach {
  /** Everybody in the club. */
  everybody: boolean;
  /** Groups, with those below the ones named. */
  groupIds: ReadonlySet<string>;
  /** Members by themselves. */
  userIds: ReadonlySet<string>;
}

/** People and groups (with those below) whom another module's rule adds to the sender's own. */
export interface Added {
  groupIds: readonly string[];
  userIds: readonly string[];
}

export const NOBODY_ADDED: Added = { groupIds: [], userIds: [] };

/** May write to everyone. */
export function writesToEverybody(principal: Principal): boolean {
  return holds(principal, "SEND_MESSAGE");
}

/**
 * May begin messages at all: everybody may answer who wrote to them, but not everybody may write
 * first.
 */
export function mayCompose(principal: Principal): boolean {
  return writesToEverybody(principal) || principal.ledGroupIds.length > 0;
}

export function mayWriteToGroup(reach: Reach, groupId: string): boolean {
  return reach.everybody || reach.groupIds.has(groupId);
}

/** A leader's own people, and those who have written to the sender. */
export function mayWriteToMember(reach: Reach, userId: string): boolean {
  return reach.everybody || reach.userIds.has(userId);
}

/**
 * Where people receive something each for themselves, the others' names are not for them: only who
 * sees all members anyway.
 */
export function seesOtherRecipients(
  reader: Principal,
  message: { sentByReader: boolean },
): boolean {
  return message.sentByReader || holds(reader, "QUERY_USER");
}

/** Postal addresses of members; names alone are for those who may write to them. */
export function seesAddresses(reader: Principal): boolean {
  return holds(reader, "QUERY_USER");
}

/**
 * May write to whomever a filter finds: it could be used to guess what only readers of members may
 * know.
 */
export function mayFilterRecipients(sender: Principal): boolean {
  return writesToEverybody(sender) && holds(sender, "QUERY_USER");
}

/** What a reader may do with a message, as named in `can`. */
export function rightsOnMessage(
  reader: Principal,
  message: { sentByReader: boolean; received: boolean; senderId: string | null; held: boolean },
): Message["can"] {
  return canOf<Message>({
    REPLY: message.received && message.senderId !== null,
    FORWARD: mayCompose(reader),
    COPY: mayCompose(reader),
    MARK: message.received,
    SEE_DELIVERY: message.sentByReader,
    DELETE: !message.held,
    CALL_BACK: message.held && message.sentByReader,
  });
}
