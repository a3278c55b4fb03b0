import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { identityContract } from "#modules/identity/contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { call } from "#platform/web/api/api.ts";
import { ME_KEY } from "#platform/web/session/me.tsx";
import { usersContract } from "../../contract.ts";

/** The same key as the shell's: its name, picture and rights come from this answer too. */
export const meQuery = queryOptions({
  queryKey: ME_KEY,
  queryFn: ({ signal }) => call(usersContract.getMe, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ["login", "own-sessions"],
  queryFn: ({ signal }) => call(identityContract.listMySessions, { signal }),
});

export const customFieldsQuery = queryOptions({
  queryKey: ["custom-field"],
  queryFn: ({ signal }) => call(tenantsContract.listCustomFields, { signal }),
});

/** One's own data also stand in the list of members and in the history. */
export function useRefreshMe(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ["me", "user", "change"].map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })),
    );
}
