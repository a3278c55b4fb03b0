import type { User, UserRow } from "../../contract.ts";
import { canOf } from "#platform/server/http/can.ts";
import { type Permission, PERMISSIONS } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { GroupOpenings, Opener } from "#platform/server/group-openings.ts";
import type { Principal } from "#platform/server/http/principal.ts";

/** Someone who holds rights: the one acting, or the one acted on. */
export interface Holder {
  isAdmin: boolean;
  permissions: ReadonlySet<Permission>;
}

/** The operator's commands, demo data and jobs. */
export const OPERATOR: Opener & { openings: readonly GroupOpenings[] } = {
  isAdmin: true,
  permissions: new Set(PERMISSIONS),
  userId: "",
  groupIds: [],
  // Whoever runs the installation may open everything.
  openings: [],
};

export function effectivePermissions(holder: {
  isAdmin: boolean;
  permissions: Iterable<Permission>;
}): Permission[] {
  const held = new Set(holder.permissions);
  return PERMISSIONS.filter((permission) => holder.isAdmin || held.has(permission));
}

export function holdsPermission(holder: Holder, permission: Permission): boolean {
  return holder.isAdmin || holder.permissions.has(permission);
}

/** Holds a right that the other does not: then the other may not touch what leads to the login. */
export function outranks(
  target: { isAdmin: boolean; permissions: Iterable<Permission> },
  actor: Holder,
): boolean {
  if (actor.isAdmin) return false;
  return (
    target.isAdmin ||
    [...target.permissions].some((permission) => !actor.permissions.has(permission))
  );
}

/** Returns the permissions that one may give and take: those that one holds oneself. */
export function grantablePermissions(actor: Holder): Permission[] {
  return PERMISSIONS.filter((permission) => holdsPermission(actor, permission));
}

/** Returns whether the change gives and takes only what the actor may. */
export function mayChangePermissions(
  actor: Holder,
  before: readonly Permission[],
  after: readonly Permission[],
): boolean {
  const grantable = new Set(grantablePermissions(actor));
  return PERMISSIONS.every(
    (permission) =>
      before.includes(permission) === after.includes(permission) || grantable.has(permission),
  );
}

/** Notes and bank data. */
export function seesProtectedFields(reader: Holder): boolean {
  return holdsPermission(reader, "MANAGE_USER");
}

export function refuseEscalation(): AppError {
  return new AppError("FORBIDDEN", {
    code: "BEYOND_OWN_RIGHTS",
    detail: "Sie können nur Rechte vergeben oder entziehen, die Sie selbst haben.",
  });
}

export function refuseOutranked(): AppError {
  return new AppError("FORBIDDEN", {
    code: "OUTRANKED",
    detail:
      "Diese Person hat mehr Rechte als Sie. Das kann nur jemand mit denselben Rechten ändern.",
  });
}

/** A member as far as rules go. */
export interface RuledMember {
  isAdmin: boolean;
  permissions: Iterable<Permission>;
  /** Groups of today. */
  groupIds: readonly string[];
  loginState: User["loginState"];
  inTrash: boolean;
  /** Has not left and is alive: others receive no messages. */
  belongs: boolean;
}

/** What a reader may do with a member, as named in `can`. */
export function rightsOnMember(
  reader: Principal,
  target: Omit<RuledMember, "groupIds" | "belongs">,
): UserRow["can"] {
  const { loginState, inTrash } = target;
  const manages = holdsPermission(reader, "MANAGE_USER");
  const managesAll = manages && !outranks(target, reader);
  const here = managesAll && !inTrash;
  return canOf<UserRow>({
    EDIT: manages && !inTrash,
    EDIT_PICTURE: manages && !inTrash,
    EXPORT: managesAll,
    DELETE: here,
    EDIT_LOGIN_DATA: here,
    EDIT_PERMISSIONS: here,
    INVITE: here && (loginState === "NONE" || loginState === "INVITED"),
    RESET_PASSWORD: here && loginState === "ACTIVE",
    ENABLE_LOGIN: here && loginState === "DISABLED",
    DISABLE_LOGIN: here && (loginState === "INVITED" || loginState === "ACTIVE"),
    RESTORE: managesAll && inTrash,
    ANONYMISE: managesAll && inTrash,
  });
}

/** What a reader may do beyond that with the member whose profile they have opened. */
export function rightsOnProfile(
  reader: Principal,
  target: RuledMember,
  led: ReadonlySet<string>,
): User["can"] {
  const rights = rightsOnMember(reader, target);
  const isThere = !target.inTrash;
  const reaches =
    holdsPermission(reader, "SEND_MESSAGE") || target.groupIds.some((id) => led.has(id));
  const more = canOf<{ can: Exclude<User["can"][number], UserRow["can"][number]>[] }>({
    EDIT_ADMIN: reader.isAdmin && isThere,
    ADD_TO_GROUP: holdsPermission(reader, "MANAGE_GROUP") && isThere,
    SEE_HISTORY: holdsPermission(reader, "QUERY_USER_CHANGELOG"),
    SEE_PROTECTED: seesProtectedFields(reader),
    WRITE_MESSAGE: reaches && isThere && target.belongs,
  });
  return [...rights, ...more];
}
