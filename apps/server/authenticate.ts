import { accessTokens } from "#modules/identity/server/public.ts";
import { loadPrincipalRights } from "#modules/members/server/public.ts";
import type { Permission } from "#platform/contract/permissions.ts";
import { AppError } from "#platform/server/http/app-error.ts";
import type { Authenticate, Principal } from "#platform/server/http/principal.ts";
import type { Services } from "#platform/server/services.ts";
import { TenantCache } from "#platform/server/database/tenant-cache.ts";

/**
 * Token → member with today's rights. Rights are remembered for seconds and forgotten at any change
 * of the tenant.
 */
export function authenticator(services: Services): Authenticate {
  const tokens = accessTokens(services);
  const loadRights = rightsLoader(services);
  return async (tenant, token) => {
    const { memberId, sessionId } = await tokens.verify(tenant, token);
    return { ...(await loadRights(tenant.id, memberId)), sessionId };
  };
}

/** Rights of a member; refuses with 401 one who has left or died, is in the trash or gone. */
export function rightsLoader({
  database,
  live,
}: Pick<Services, "database" | "live">): (
  tenantId: string,
  memberId: string,
) => Promise<Omit<Principal, "sessionId">> {
  const cache = new TenantCache<{ rights: Omit<Principal, "sessionId"> | null }>(live);
  return async (tenantId, memberId) => {
    const { rights } = await cache.get(tenantId, memberId, () =>
      database.read(tenantId, async (tx) => {
        const found = await loadPrincipalRights(tx, memberId);
        if (!found.active) return { rights: null };
        const { name, isAdmin, permissions, groupIds, ledGroupIds } = found;
        return {
          rights: {
            userId: memberId,
            name,
            isAdmin,
            permissions: new Set<Permission>(permissions),
            groupIds,
            ledGroupIds,
          },
        };
      }),
    );
    if (rights === null) throw new AppError("UNAUTHENTICATED");
    return rights;
  };
}
