import { systemContract } from "#modules/system/contract.ts";
import { tenantsContract } from "#modules/tenants/contract.ts";
import { usersContract } from "#modules/users/contract.ts";
import { call } from "#platform/web/api.ts";
import type { ShellSources } from "#platform/web/shell-sources.ts";

/** Binds what the shell needs to the modules that have it. */
export const shellSources: ShellSources = {
  loadMe: (signal) => call(usersContract.getMe, { signal }),
  loadTenant: (signal) => call(tenantsContract.getPublicTenant, { signal, silent: true }),
  // A picture that fails shows the fallback; the list of errors is for what the reader asked for.
  loadOwnPicture: (signal, timeout) => call(usersContract.getMyPicture, { query: { size: "256" }, signal, timeout, silent: true }),
  loadPictureOf: (id, signal, timeout) =>
    call(usersContract.getUserPicture, { params: { id }, query: { size: "256" }, signal, timeout, silent: true }),
  loadStaticData: async (name, signal) => {
    const list = await call(systemContract.getDataSource, { params: { file: `${name}.json` }, signal, silent: true });
    return list.data;
  },
};
