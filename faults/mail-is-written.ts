import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RunningServer } from "../e2e/support/server.ts";
import type { Office } from "./office.ts";
import type { Report } from "./report.ts";

const JOB_LIMIT_MS = 20_000;

/** Background jobs have to recover as well: a mail that is asked for now gets written. */
export async function mailIsWritten(
  report: Report,
  office: Office,
  { dataDir }: Pick<RunningServer, "dataDir">,
  when: string,
): Promise<void> {
  const mails = async () =>
    (await readdir(join(dataDir, "mail")).catch(() => [])).filter((file) => file.endsWith(".eml"))
      .length;
  const before = await mails();
  const status = await office.forgetPassword();
  const begun = performance.now();
  while ((await mails()) === before && performance.now() - begun < JOB_LIMIT_MS) await wait(100);
  const written = (await mails()) > before;
  report.holds(
    `${when}: background jobs run again`,
    written
      ? `mail after ${Math.round(performance.now() - begun)} ms`
      : `no mail (asking for it answered ${status})`,
    written,
  );
}
