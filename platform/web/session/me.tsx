import { useQuery } from "@tanstack/react-query";
import { createContext, use, type ReactNode } from "react";
import type { Permission } from "#platform/contract/permissions.ts";
import { takeFirst } from "../first-overview.ts";
import { shellSources, type ShellUser } from "../shell-sources.ts";

export type { ShellUser } from "../shell-sources.ts";

/**
 * Key of the current user's query; pages that need all fields use it with the full type of their
 * contract.
 */
export const ME_KEY = ["me"] as const;

const MeContext = createContext<ShellUser | null>(null);

/** Loads the reader's profile first; until then there is nothing to see. */
export function MeProvider({
  children,
  failed,
}: {
  children: ReactNode;
  failed: (error: Error) => ReactNode;
}) {
  const me = useQuery({
    queryKey: ME_KEY,
    queryFn: async ({ signal }) => (await takeFirst("me")) ?? shellSources().loadMe(signal),
    staleTime: 60_000,
  });
  if (me.data) return <MeContext value={me.data}>{children}</MeContext>;
  // While the server is unreachable the query tries again by itself; the reason is shown meanwhile.
  const failure = me.error ?? me.failureReason;
  return failure ? failed(failure) : null;
}

/** The logged-in reader. Only below the authenticated layout. */
export function useMe(): ShellUser {
  const me = use(MeContext);
  if (!me) throw new Error("useMe outside of the authenticated layout");
  return me;
}

/** The logged-in reader, or null on pages without login. */
export function useMeIfAny(): ShellUser | null {
  return use(MeContext);
}

/**
 * True when the reader holds at least one of the permissions; an empty list is held by everybody.
 */
export function holdsOneOf(
  user: Pick<ShellUser, "permissions" | "isAdmin">,
  permissions: Permission | readonly Permission[] | undefined,
): boolean {
  if (permissions === undefined || permissions.length === 0 || user.isAdmin) return true;
  const wanted: readonly string[] = typeof permissions === "string" ? [permissions] : permissions;
  return wanted.some((permission) => user.permissions.includes(permission));
}

/**
 * Does the reader hold one of these permissions? Pages hide with it what the server would refuse.
 */
export function useCan(permissions: Permission | readonly Permission[]): boolean {
  return holdsOneOf(useMe(), permissions);
}
