import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { sha256 } from "./admin-api.ts";
import { type Attempt, Uploads } from "./uploads.ts";
import type { Report } from "./report.ts";

const ROUNDS = 4;
const SENDERS = 4;

/**
 * kill -9 of the server in the middle of uploads, small ones and ones in chunks. What was
 * acknowledged is there byte for byte, no file is there in part, and what was begun goes on where
 * it stopped.
 */
export async function killedUploads(report: Report): Promise<void> {
  let server = await startServer();
  try {
    const acknowledged: Attempt[] = [];
    const unfinished: Attempt[] = [];
    let club = await Uploads.at(server);
    const share = await club.newShare("Abbruch");
    for (let round = 1; round <= ROUNDS; round++) {
      await sendUntilKilled(server, club, share, { acknowledged, unfinished, round });
      server = await startServer({ dataDir: server.dataDir, port: server.port });
      club = await Uploads.at(server);
    }
    const files = await club.files(share);
    let broken = 0;
    for (const file of files)
      if (sha256(await club.download(share, file.path)) !== file.sha256) broken += 1;
    report.holds(
      "every file that is listed is whole",
      `${files.length} files, ${broken} broken`,
      files.length > 0 && broken === 0,
    );
    const sums = new Map(files.map((file) => [file.path, file.sha256]));
    const lost = acknowledged.filter(({ path, bytes }) => sums.get(path) !== sha256(bytes)).length;
    report.holds(
      "acknowledged files are there as they were sent",
      `${acknowledged.length} acknowledged, ${lost} lost`,
      acknowledged.length > 0 && lost === 0,
    );

    const begun = unfinished.filter(({ uploadId }) => uploadId !== undefined);
    let [resumed, kept] = [0, 0];
    for (const attempt of begun) {
      kept += (await club.stateOf(share, attempt)).received.length;
      await club.goOn(share, attempt);
      if (sha256(await club.download(share, attempt.path)) === sha256(attempt.bytes)) resumed += 1;
    }
    report.holds(
      "uploads go on where they stopped",
      `${resumed} of ${begun.length} finished, ${kept} chunks not sent again`,
      resumed === begun.length,
    );
    const used = await club.usedBytes(share);
    const held = (await club.files(share)).reduce((sum, { size }) => sum + size, 0);
    report.holds(
      "the room taken is the sum of the files",
      `${used} and ${held} bytes`,
      used === held,
    );
  } finally {
    await server.stop();
  }
}

async function sendUntilKilled(
  server: RunningServer,
  club: Uploads,
  share: string,
  {
    acknowledged,
    unfinished,
    round,
  }: { acknowledged: Attempt[]; unfinished: Attempt[]; round: number },
): Promise<void> {
  let killed = false;
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let number = 0; !killed; number++) {
      const small = number % 2 === 0;
      const attempt: Attempt = {
        path: `${round}-${sender}-${number}.bin`,
        bytes: randomBytes(small ? 200_000 : 12_000_000 + number),
      };
      await (small ? club.sendAtOnce(share, attempt) : club.goOn(share, attempt)).then(
        () => acknowledged.push(attempt),
        () => unfinished.push(attempt),
      );
    }
  });
  await wait(800 + Math.random() * 1_200);
  killed = server.process.kill("SIGKILL");
  await Promise.all(senders);
}
