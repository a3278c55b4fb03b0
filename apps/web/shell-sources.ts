import type { systemContract } from "#modules/system/contract.ts";
import type { tenantsContract } from "#modules/tenants/contract.ts";
import type { usersContract } from "#modules/members/contract.ts";
import { call } from "#platform/web/api/api.ts";
import { bareRoute } from "#platform/web/api/bare-route.ts";
import type { ShellSources } from "#platform/web/shell-sources.ts";

const getMe = bareRoute<typeof usersContract.getMe>({
  method: "GET",
  path: "/me",
  access: "loggedIn",
});
const getTenant = bareRoute<typeof tenantsContract.getPublicTenant>({
  method: "GET",
  path: "/tenant",
  access: "public",
});
const getList = bareRoute<typeof systemContract.getDataSource>({
  method: "GET",
  path: "/data-sources/{file}",
  access: "loggedIn",
});
const picture = { kind: "bytes", contentTypes: ["image/webp"], maxBytes: 0 } as const;
const getMyPicture = bareRoute<typeof usersContract.getMyPicture>({
  method: "GET",
  path: "/me/profile-picture",
  access: "loggedIn",
  answer: picture,
});
const getUserPicture = bareRoute<typeof usersContract.getUserPicture>({
  method: "GET",
  path: "/user/{id}/profile-picture",
  access: "loggedIn",
  answer: picture,
});

/** Binds what the shell needs to the modules that have it. */
export const shellSources: ShellSources = {
  loadMe: (signal) => call(getMe, { signal }),
  loadTenant: (signal) => call(getTenant, { signal, silent: true }),
  // A picture that fails shows the fallback; the list of errors is for what the reader asked for.
  loadOwnPicture: (signal, timeout) =>
    call(getMyPicture, { query: { size: "256" }, signal, timeout, silent: true }),
  loadPictureOf: (id, signal, timeout) =>
    call(getUserPicture, { params: { id }, query: { size: "256" }, signal, timeout, silent: true }),
  loadStaticData: async (name, signal) => {
    const list = await call(getList, { params: { file: `${name}.json` }, signal, silent: true });
    return list.data;
  },
};
