import type { Permission } from "#platform/contract/permissions.ts";
import type { Access } from "#platform/contract/route.ts";
import { AppError } from "./app-error.ts";

/** Who is asking, with rights as they are in the database now (never from the token). */
export interface Principal {
  /** The member's id. */
  userId: string;
  name: string;
  isAdmin: boolean;
  /** Union of direct and group permissions; administrators hold all. */
  permissions: ReadonlySet<Permission>;
  /** Groups this member belongs to today. */
  groupIds: readonly string[];
  /** Groups this member leads today. */
  ledGroupIds: readonly string[];
  /** The log-in session (`sid`) of the token. */
  sessionId: string;
}

/**
 * Turns a bearer token of a tenant into its principal; throws UNAUTHENTICATED. Given by the
 * composition.
 */
export type Authenticate = (tenant: TenantRow, token: string) => Promise<Principal>;

/** A tenant as the platform needs it. */
export interface TenantRow {
  id: string;
  /** DNS label. */
  name: string;
  displayName: string;
  timeZone: string;
  state: "ACTIVE" | "SUSPENDED" | "MAINTENANCE";
}

/**
 * Finds an active tenant by its name; undefined when unknown or suspended. Throws UNAVAILABLE for
 * one in maintenance.
 */
export type FindTenant = (name: string) => Promise<TenantRow | undefined>;

export function holds(
  { isAdmin, permissions }: Pick<Principal, "isAdmin" | "permissions">,
  permission: Permission,
): boolean {
  return isAdmin || permissions.has(permission);
}

/** Returns whether somebody who is logged in may use a route of this access. */
export function holdsAccess(principal: Principal, access: Access): boolean {
  if (access === "loggedIn" || access === "public") return true;
  const enough = typeof access === "string" ? [access] : access;
  return enough.some((permission) => holds(principal, permission));
}

export function requirePermission(principal: Principal, permission: Permission): void {
  if (!holds(principal, permission)) throw new AppError("FORBIDDEN");
}
