import { type Permission, PERMISSIONS } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Principal } from "#platform/server/http/principal.ts";

/** Whoever holds rights: the one acting, or the one acted on. */
export interface Holder {
  isAdmin: boolean;
  permissions: ReadonlySet<Permission>;
}

/** The operator's commands, demo data and jobs. */
export const OPERATOR: Holder = { isAdmin: true, permissions: new Set(PERMISSIONS) };

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

/** Only held permissions may be given or taken. */
export function mayChangePermissions(
  actor: Holder,
  before: readonly Permission[],
  after: readonly Permission[],
): boolean {
  return PERMISSIONS.every(
    (permission) =>
      before.includes(permission) === after.includes(permission) ||
      holdsPermission(actor, permission),
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

/** What a reader may do with a member, as named in `can`. */
export function rightsOnMember(
  reader: Principal,
  target: {
    id: string;
    isAdmin: boolean;
    permissions: Iterable<Permission>;
    loginState: string;
    inTrash?: boolean;
  },
): string[] {
  if (!holdsPermission(reader, "MANAGE_USER")) return [];
  const below = !outranks(target, reader);
  if (target.inTrash === true) return below ? ["EXPORT", "RESTORE", "ANONYMISE"] : [];
  const can = ["EDIT", "EDIT_PICTURE"];
  if (!below) return can;
  can.push("EXPORT", "DELETE", "EDIT_LOGIN_DATA", "EDIT_PERMISSIONS");
  if (target.loginState === "NONE" || target.loginState === "INVITED") can.push("INVITE");
  if (target.loginState === "ACTIVE") can.push("RESET_PASSWORD");
  if (target.loginState === "DISABLED") can.push("ENABLE_LOGIN");
  else if (target.loginState !== "NONE") can.push("DISABLE_LOGIN");
  return can;
}
