import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type BackedUp, backUp } from "#modules/backup/server/backup.ts";
import { countsOf, megabytes, reportLosses, summary } from "./archive-summary.ts";
import { type Command, say, sayJson, withFoundation } from "./command.ts";

export const backup: Command = {
  async run(environment, [target = ""], { json }) {
    const path = await fileFor(resolve(target));
    const ownsSecret = environment.appSecret === undefined;
    const report = json === true ? reportJson : reportInWords;
    return withFoundation(environment, async (foundation) =>
      report(await backUp({ ...foundation, ownsSecret, path }), { path, ownsSecret }),
    );
  },
};

type Made = { path: string; ownsSecret: boolean };

function reportInWords({ manifest, losses, size }: BackedUp, { path, ownsSecret }: Made): number {
  say(`Gesichert in ${path} (${megabytes(size)}): ${summary(manifest)}.`);
  if (!ownsSecret)
    say(
      "Das APP_SECRET ist nicht darin: Bewahren Sie es getrennt auf, ohne es hilft die Sicherung nicht.",
    );
  return reportLosses(losses);
}

function reportJson({ manifest, losses, size }: BackedUp, { path, ownsSecret }: Made): number {
  const lost = losses.map(({ tenant, key, reason }) => ({ tenant: tenant.name, key, reason }));
  sayJson({ path, size, hasSecret: ownsSecret, ...countsOf(manifest), losses: lost });
  return losses.length === 0 ? 0 : 2;
}

/** In a folder the file is named after the moment. */
async function fileFor(target: string): Promise<string> {
  const info = await stat(target).catch(() => undefined);
  if (info?.isDirectory() !== true) return target;
  const moment = Temporal.Now.plainDateTimeISO().toString({ smallestUnit: "second" });
  return join(target, `vereinsheim-${moment.replaceAll(/[-:]/g, "").replace("T", "-")}.tar.zst`);
}
