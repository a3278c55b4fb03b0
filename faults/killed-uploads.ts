import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Browser } from "../bench/browser.ts";
import { DEMO_PASSWORD, type RunningServer, startServer } from "../e2e/support/server.ts";
import type { Report } from "./report.ts";

const ROUNDS = 4;
const SENDERS = 4;

interface Attempt {
  path: string;
  bytes: Buffer;
  /** Of an upload in chunks, once it was begun. */
  uploadId?: string;
}

interface State {
  uploadId: string;
  chunkSize: number;
  chunks: number;
  received: number[];
}

/**
 * kill -9 of the server in the middle of uploads, small ones and ones in chunks. What was acknowledged is there byte
 * for byte, no file is there in part, and what was begun goes on where it stopped.
 */
export async function killedUploads(report: Report): Promise<void> {
  let server = await startServer();
  try {
    const acknowledged: Attempt[] = [];
    const unfinished: Attempt[] = [];
    let club = await Club.at(server);
    const share = await club.newShare();
    for (let round = 1; round <= ROUNDS; round++) {
      await sendUntilKilled(server, club, share, { acknowledged, unfinished, round });
      server = await startServer({ dataDir: server.dataDir, port: server.port });
      club = await Club.at(server);
    }
    const files = await club.files(share);
    let broken = 0;
    for (const { path, sha256 } of files) if (sha(await club.download(share, path)) !== sha256) broken += 1;
    report.holds("every file that is listed is whole", `${files.length} files, ${broken} broken`, files.length > 0 && broken === 0);
    const sums = new Map(files.map(({ path, sha256 }) => [path, sha256]));
    const lost = acknowledged.filter(({ path, bytes }) => sums.get(path) !== sha(bytes)).length;
    report.holds("acknowledged files are there as they were sent", `${acknowledged.length} acknowledged, ${lost} lost`, acknowledged.length > 0 && lost === 0);

    const begun = unfinished.filter(({ uploadId }) => uploadId !== undefined);
    let [resumed, kept] = [0, 0];
    for (const attempt of begun) {
      kept += (await club.stateOf(share, attempt)).received.length;
      await club.goOn(share, attempt);
      if (sha(await club.download(share, attempt.path)) === sha(attempt.bytes)) resumed += 1;
    }
    report.holds("uploads go on where they stopped", `${resumed} of ${begun.length} finished, ${kept} chunks not sent again`, resumed === begun.length);
    const used = await club.usedBytes(share);
    const held = (await club.files(share)).reduce((sum, { size }) => sum + size, 0);
    report.holds("the room taken is the sum of the files", `${used} and ${held} bytes`, used === held);
  } finally {
    await server.stop();
  }
}

async function sendUntilKilled(
  server: RunningServer,
  club: Club,
  share: string,
  { acknowledged, unfinished, round }: { acknowledged: Attempt[]; unfinished: Attempt[]; round: number },
): Promise<void> {
  let killed = false;
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    for (let number = 0; !killed; number++) {
      const small = number % 2 === 0;
      const attempt: Attempt = { path: `${round}-${sender}-${number}.bin`, bytes: randomBytes(small ? 200_000 : 12_000_000 + number) };
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

function sha(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The administrator's browser as far as files go, over plain HTTP. */
class Club {
  readonly #base: string;
  readonly #token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  static async at({ url }: RunningServer): Promise<Club> {
    const { access_token } = await new Browser(url, "demo").logIn("admin@demo.example", DEMO_PASSWORD);
    return new Club(`${url}/demo/api/file-share`, access_token);
  }

  async newShare(): Promise<string> {
    return (await this.#json<{ id: string }>("POST", "", JSON.stringify({ name: "Abbruch" }), "application/json")).id;
  }

  async usedBytes(share: string): Promise<number> {
    return (await this.#json<{ usedBytes: number }>("GET", `/${share}`)).usedBytes;
  }

  files(share: string): Promise<{ path: string; sha256: string; size: number }[]> {
    return this.#json("GET", `/${share}/list-recursive`);
  }

  async download(share: string, path: string): Promise<Buffer> {
    return Buffer.from(await (await this.#fetch("GET", `/${share}/download/${path}`)).arrayBuffer());
  }

  async sendAtOnce(share: string, { path, bytes }: Attempt): Promise<void> {
    await this.#json("POST", `/${share}/upload/${path}`, bytes);
  }

  stateOf(share: string, { path, uploadId }: Attempt): Promise<State> {
    return this.#json("GET", `/${share}/upload/${path}?phase=status&uploadId=${uploadId ?? ""}`);
  }

  /** Begins an upload or goes on with one: sends the chunks that are missing, three at once, and finishes. */
  async goOn(share: string, attempt: Attempt): Promise<void> {
    const address = `/${share}/upload/${attempt.path}`;
    const state =
      attempt.uploadId === undefined
        ? await this.#json<State>("POST", `${address}?phase=start`, JSON.stringify({ size: attempt.bytes.length }))
        : await this.stateOf(share, attempt);
    attempt.uploadId = state.uploadId;
    const missing = Array.from({ length: state.chunks }, (_, chunk) => chunk).filter((chunk) => !state.received.includes(chunk));
    const send = async () => {
      for (let chunk = missing.shift(); chunk !== undefined; chunk = missing.shift()) {
        const part = attempt.bytes.subarray(chunk * state.chunkSize, (chunk + 1) * state.chunkSize);
        await this.#json("POST", `${address}?phase=upload&uploadId=${state.uploadId}&chunk=${chunk}`, part);
      }
    };
    await Promise.all([send(), send(), send()]);
    await this.#json("POST", `${address}?phase=finish&uploadId=${state.uploadId}`, JSON.stringify({ sha256: sha(attempt.bytes) }));
  }

  async #json<T>(method: string, path: string, body?: BodyInit | Buffer, contentType?: string): Promise<T> {
    return (await (await this.#fetch(method, path, body, contentType)).json()) as T;
  }

  async #fetch(method: string, path: string, body?: BodyInit | Buffer, contentType = "application/octet-stream"): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body === undefined ? {} : { "content-type": contentType }) };
    const answer = await fetch(this.#base + path, { method, headers, body: (body ?? null) as BodyInit | null, signal: AbortSignal.timeout(30_000) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
}
