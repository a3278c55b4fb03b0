import type { Access } from "#platform/contract/route.ts";
import { holds, type Principal } from "#platform/server/http/principal.ts";
import type { LiveKind } from "#platform/server/server-module.ts";
import type { KindChange, KindChanges } from "./recent-changes.ts";

/**
 * Who may hear of changes of a kind; of a kind that no module names hear only the members whose ids
 * it carries.
 */
export type LiveKinds = ReadonlyMap<string, LiveKind>;

/** Kinds that decide about rights and log-ins. */
const RIGHTS_OF_ALL = ["group", "tenant"];
const RIGHTS_OF_MEMBERS = ["user", "membership", "login", "session"];

/** The events of a stream for one member. */
export function eventsFor(principal: Principal, kinds: LiveKinds, changes: KindChanges): string {
  let text = "";
  for (const [kind, change] of changes) {
    const ids = heard(principal, kinds.get(kind), change);
    if (ids !== undefined) text += changeEvent(kind, ids);
  }
  return mayHaveOtherRights(principal.userId, changes)
    ? text + changeEvent("me", [principal.userId])
    : text;
}

/**
 * Whether the member's rights or log-in may be others now: they are read again before anything else
 * is told.
 */
export function mayHaveOtherRights(userId: string, changes: KindChanges): boolean {
  if (RIGHTS_OF_ALL.some((kind) => changes.has(kind))) return true;
  return RIGHTS_OF_MEMBERS.some((kind) => {
    const change = changes.get(kind);
    return change !== undefined && (change.many || change.ids.has(userId));
  });
}

/**
 * What a member may hear of a change: that the kind changed, with the ids they may know of;
 * undefined: nothing.
 */
function heard(
  principal: Principal,
  kind: LiveKind | undefined,
  { ids, many }: KindChange,
): readonly string[] | undefined {
  const { visibleTo, ids: know, ofMembers } = isAccess(kind) ? { visibleTo: kind } : (kind ?? {});
  if (isVisibleTo(principal, know)) return many ? [] : [...ids];
  if (ids.has(principal.userId)) return [principal.userId];
  return isVisibleTo(principal, visibleTo) || (many && ofMembers === true) ? [] : undefined;
}

function isAccess(kind: LiveKind | undefined): kind is Access {
  return typeof kind === "string" || Array.isArray(kind);
}

function isVisibleTo(principal: Principal, access: Access | undefined): boolean {
  if (access === undefined) return false;
  if (access === "loggedIn" || access === "public") return true;
  return (typeof access === "string" ? [access] : access).some((permission) =>
    holds(principal, permission),
  );
}

function changeEvent(kind: string, ids: readonly string[]): string {
  return `event: change\ndata: ${JSON.stringify({ kind, ids })}\n\n`;
}
