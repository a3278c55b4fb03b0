import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/web/api/api.ts";
import { loadTenantLook } from "#platform/web/session/tenant-look.ts";
import { tenantsContract } from "../contract.ts";

export const tenantQuery = queryOptions({
  queryKey: ["tenant", "settings"],
  queryFn: ({ signal }) => call(tenantsContract.getTenant, { signal }),
});

export const roomQuery = queryOptions({
  queryKey: ["tenant", "room"],
  queryFn: ({ signal }) => call(tenantsContract.getRoom, { signal }),
});

export const customFieldsQuery = queryOptions({
  queryKey: ["custom-field"],
  queryFn: ({ signal }) => call(tenantsContract.listCustomFields, { signal }),
});

/** Name, logo and colour of the frame follow at once. */
export function useRefreshTenant(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([queryClient.invalidateQueries({ queryKey: ["tenant"] }), loadTenantLook()]);
}

/** Custom fields also appear in members' records and lists. */
export function useRefreshCustomFields(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ["custom-field", "user", "me"].map((kind) =>
        queryClient.invalidateQueries({ queryKey: [kind] }),
      ),
    );
}
