import { resolve } from "node:path";
import { checkArchive } from "#modules/backup/server/archive/checked-archive.ts";
import {
  requireFreeName,
  restoreTenant as bringBack,
} from "#modules/backup/server/tenant/restore-tenant.ts";
import { refuseBadName } from "#modules/tenants/server/public.ts";
import { keptSecret } from "#platform/server/secrets.ts";
import { type Command, say, text, withInstallation } from "./command.ts";

export const restoreTenant: Command = {
  run: (environment, [file = "", name = ""], options) =>
    withInstallation(environment, async ({ services, ownerUrl }) => {
      const as = text(options["name"]) ?? name;
      refuseBadName(as);
      await requireFreeName(ownerUrl, as);
      // All modules come with it: a refusal need not wait for them.
      const { portability, sayArrived } = await import("./move-tenant.ts");
      const archive = await checkArchive(resolve(file));
      const { dataDir, appSecret } = environment;
      const secret = appSecret ?? (await keptSecret(dataDir)) ?? "";
      say("Die Sicherung ist vollständig. Der Verein wird herausgeholt und verglichen …");
      const place = { ...services, ownerUrl, portability };
      sayArrived(await bringBack(archive, { name, as, secret, dataDir }, place));
    }),
};
