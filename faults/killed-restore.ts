import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../e2e/support/server.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";
import { runCommand as run } from "./run-command.ts";

const KILLS = 8;
const BACKUP_KILLS = 3;

/**
 * kill -9 of `vereinsheim restore` at eight moments, and of `vereinsheim backup` at three. A
 * restore that was killed has brought nothing or all; the next one completes it. A backup that was
 * killed has left no file that looks like one.
 */
export async function killedRestore(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "vereinsheim-restore-"));
  const server = await startServer();
  const source = server.dataDir;
  try {
    const office = new Office(server.url);
    await office.logIn();
    const members = (await office.membersMarked("")).length;

    const whole = await run(["backup", join(folder, "backup.tar.zst")], source);
    report.holds(
      "a backup beside the running server",
      `exit ${whole.code}, ${whole.ms} ms`,
      whole.code === 0,
    );
    const done: string[] = [];
    for (let round = 1; round <= BACKUP_KILLS; round++) {
      const name = `killed-${round}.tar.zst`;
      const { code } = await run(
        ["backup", join(folder, name)],
        source,
        (whole.ms * round) / (BACKUP_KILLS + 1),
      );
      // It was quicker than the one before; what it left is whole.
      if (code === 0) done.push(name);
    }
    const left = (await readdir(folder)).filter(
      (name) => name.startsWith("killed") && name.endsWith(".tar.zst") && !done.includes(name),
    );
    report.holds(
      "killed backups leave no file under their names",
      left.join(" ") || "none",
      left.length === 0,
    );
    const later = await run(["backup", join(folder, "killed-1.tar.zst")], source);
    report.holds("the next backup takes the name", `exit ${later.code}`, later.code === 0);

    const undisturbed = await run(
      ["restore", join(folder, "backup.tar.zst")],
      join(folder, "undisturbed"),
    );
    report.holds(
      "a restore that nobody disturbs",
      `exit ${undisturbed.code}, ${undisturbed.ms} ms`,
      undisturbed.code === 0,
    );
    await run(["tenant", "list"], join(folder, "undisturbed"));
    const target = join(folder, "target");
    for (let round = 1; round <= KILLS; round++) {
      const killed = await run(
        ["restore", join(folder, "backup.tar.zst")],
        target,
        (undisturbed.ms * (round + 1)) / (KILLS + 2),
      );
      if (killed.code !== null) {
        report.holds(
          `round ${round}: it was done before the kill`,
          `exit ${killed.code}`,
          killed.code === 0,
        );
        break;
      }
      const { output } = await run(["check"], target);
      // No schema yet, no club, or everything that check looks at in order.
      const empty = output.includes("leer") || output.includes("0 Vereine, ");
      report.holds(
        `round ${round}: killed after ${killed.ms} ms, nothing or all is there`,
        output.trim().split("\n").at(-1) ?? "",
        empty || output.includes("in Ordnung"),
      );
      if (!empty) break;
    }
    const completed = await run(["restore", join(folder, "backup.tar.zst")], target);
    const there = completed.output.includes("nicht leer");
    report.holds(
      "the next restore completes it",
      there ? "it was complete" : `exit ${completed.code}`,
      there || completed.code === 0,
    );
    const checked = await run(["check", "--deep"], target);
    report.holds(
      "rows, references and files agree",
      checked.output.trim().split("\n").at(-1) ?? "",
      checked.code === 0,
    );

    const restored = await startServer({ dataDir: target, env: { DEMO: "0" } });
    try {
      const restoredOffice = new Office(restored.url);
      await restoredOffice.logIn();
      const found = (await restoredOffice.membersMarked("")).length;
      report.holds(
        "people log in and find every member",
        `${found} of ${members}`,
        found === members && found > 0,
      );
    } finally {
      await restored.stop();
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
