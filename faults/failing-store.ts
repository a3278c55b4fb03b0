import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageForm } from "#modules/messages/server/testing.ts";
import { type RunningServer, startServer } from "../e2e/support/server.ts";
import { AdminApi, sha256 } from "./admin-api.ts";
import { Office } from "./office.ts";
import type { Report } from "./report.ts";
import { startS3Store, type StoreMood } from "./s3-store.ts";
import { type Attempt, Uploads } from "./uploads.ts";

const run = promisify(execFile);
/** Room for the demo club's files and a few more. */
const DISK_MIB = 96;
const LARGE_BYTES = 20_000_000;
/** A silent store is waited for, in case it is only slow. */
const ANSWER_LIMIT_MS = 25_000;

/**
 * The place of the files is full, then can't be written, then answers wrongly or not at all:
 * uploads are refused with a German sentence, everything else goes on, nothing is there in part,
 * and afterwards all goes on where it stopped.
 */
export async function failingStore(report: Report): Promise<void> {
  await onDisk(report);
  await inBucket(report);
}

async function onDisk(report: Report): Promise<void> {
  if (process.getuid?.() !== 0)
    return report.leftOut("a disk that is full or read-only", "only root may mount one");
  const dataDir = await mkdtemp(join(tmpdir(), "vereinsheim-full-"));
  const files = join(dataDir, "files");
  await mkdir(files);
  await run("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "vereinsheim", files]);
  try {
    const server = await startServer({ dataDir });
    try {
      const club = await Club.begin(server);
      const stopped = await club.fillUp();
      report.holds(
        "disk full: an upload is refused with 507",
        words(stopped),
        stopped.status === 507 && isGerman(stopped),
      );
      await club.expectRefusals(report, "disk full", [507]);
      await club.goesOn(report, "disk full");

      await run("mount", ["-o", `remount,size=${2 * DISK_MIB}m`, files]);
      await club.resumes(report, "disk with room again");

      await run("mount", ["-o", "remount,ro", files]);
      await club.expectRefusals(report, "disk read-only", [503]);
      await club.goesOn(report, "disk read-only");
      await run("mount", ["-o", "remount,rw", files]);
      await club.resumes(report, "disk writable again");
      await club.isWhole(report, "disk");
      const left = (await readdir(files, { recursive: true })).filter((name) =>
        name.endsWith(".part"),
      );
      report.holds(
        "disk: nothing half written is left",
        left.join(" ") || "nothing",
        left.length === 0,
      );
    } finally {
      await server.stop({ keepData: true });
    }
  } finally {
    await run("umount", [files]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function inBucket(report: Report): Promise<void> {
  const store = await startS3Store();
  try {
    const server = await startServer({ env: { STORAGE_URL: store.url } });
    try {
      const club = await Club.begin(server);
      const moods: [StoreMood, number][] = [
        ["refusing", 503],
        ["full", 507],
        ["silent", 503],
        ["breaking", 503],
      ];
      for (const [mood, status] of moods) {
        store.mood = mood;
        await club.expectRefusals(report, `store ${mood}`, [status]);
        // What the store can't give, people are told about; what the database holds, they see.
        await club.goesOn(report, `store ${mood}`, { reads: [503, status] });
        store.mood = "well";
        await club.resumes(report, `store ${mood} no more`);
      }
      await club.isWhole(report, "store");
    } finally {
      await server.stop();
    }
  } finally {
    await store.stop();
  }
}

const BYTES = { "content-type": "application/octet-stream" };

interface Refusal {
  status: number;
  detail: string;
  retryAfter: string | null;
  ms: number;
}

/** A club with one share, of which everything acknowledged is remembered. */
class Club {
  readonly #server: RunningServer;
  readonly #api: AdminApi;
  readonly #uploads: Uploads;
  readonly #share: string;
  readonly #me: string;
  readonly #acknowledged = new Map<string, string>();
  /** Begun before the fault. */
  #begun: Attempt = { path: "", bytes: Buffer.alloc(0) };
  #number = 0;

  private constructor(
    server: RunningServer,
    api: AdminApi,
    uploads: Uploads,
    ids: { share: string; me: string },
  ) {
    this.#server = server;
    this.#api = api;
    this.#uploads = uploads;
    this.#share = ids.share;
    this.#me = ids.me;
  }

  static async begin(server: RunningServer): Promise<Club> {
    const uploads = await Uploads.at(server);
    const api = await AdminApi.at(server);
    const { id: me } = await api.json<{ id: string }>("GET", "/me");
    const club = new Club(server, api, uploads, { share: await uploads.newShare("Voll"), me });
    await club.#sendSmall();
    await club.#beginLarge();
    return club;
  }

  #newFile(size: number): Attempt {
    return { path: `${++this.#number}.bin`, bytes: randomBytes(size) };
  }

  async #sendSmall(): Promise<void> {
    const attempt = this.#newFile(300_000);
    await this.#uploads.sendAtOnce(this.#share, attempt);
    this.#acknowledged.set(attempt.path, sha256(attempt.bytes));
  }

  /** Of a large file only the first chunk arrives. */
  async #beginLarge(): Promise<void> {
    this.#begun = this.#newFile(LARGE_BYTES);
    await this.#uploads.begin(this.#share, this.#begun, 1);
  }

  /** Uploads until one is refused. */
  async fillUp(): Promise<Refusal> {
    for (;;) {
      const attempt = this.#newFile(1_000_000);
      const refusal = await this.#refusalOf(
        "POST",
        `/file-share/${this.#share}/upload/${attempt.path}`,
        attempt.bytes,
      );
      if (refusal.status >= 400 || this.#number > 2 * DISK_MIB) return refusal;
      this.#acknowledged.set(attempt.path, sha256(attempt.bytes));
    }
  }

  /** A small file, a chunk of one that was begun, and a message's attachment. */
  async expectRefusals(report: Report, when: string, statuses: readonly number[]): Promise<void> {
    const small = this.#newFile(900_000);
    const chunk = `/file-share/${this.#share}/upload/${this.#begun.path}?phase=upload&uploadId=${this.#begun.uploadId ?? ""}&chunk=1`;
    const refusals: Record<string, Refusal> = {
      "a file": await this.#refusalOf(
        "POST",
        `/file-share/${this.#share}/upload/${small.path}`,
        small.bytes,
      ),
      "a chunk": await this.#refusalOf(
        "POST",
        chunk,
        this.#begun.bytes.subarray(8 * 1024 * 1024, 16 * 1024 * 1024),
      ),
    };
    const message = messageForm(
      { subject: "Anlage", messageContent: "<p>Anbei.</p>", recipientIds: [this.#me] },
      [{ name: "plan.pdf", bytes: aPdf(800_000) }],
    );
    refusals["a message with an attachment"] = await this.#refusalOf(
      "POST",
      "/message",
      message.body,
      message.headers,
    );
    for (const [what, refusal] of Object.entries(refusals)) {
      const hasTime = refusal.status !== 503 || refusal.retryAfter !== null;
      const held =
        statuses.includes(refusal.status) &&
        isGerman(refusal) &&
        hasTime &&
        refusal.ms <= ANSWER_LIMIT_MS;
      report.holds(`${when}: ${what} is refused in time and in words`, words(refusal), held);
    }
  }

  /** People log in, read and change what needs no file; files are read too, or refused as said. */
  async goesOn(
    report: Report,
    when: string,
    { reads = [200] }: { reads?: readonly number[] } = {},
  ): Promise<void> {
    const office = new Office(this.#server.url);
    const begun = performance.now();
    await office.logIn();
    const list = await office.readList();
    await office.create(office.newCreation("Trotzdem"));
    const ms = Math.round(performance.now() - begun);
    report.holds(
      `${when}: people log in, read and write`,
      `list ${list.status}, all within ${ms} ms`,
      list.status === 200,
    );
    const [path = ""] = this.#acknowledged.keys();
    const read = await this.#refusalOf("GET", `/file-share/${this.#share}/download/${path}`);
    report.holds(
      `${when}: reading a file answers ${reads.join(" or ")}`,
      words(read),
      reads.includes(read.status) && read.ms <= ANSWER_LIMIT_MS,
    );
  }

  /** What was begun before goes on, and the next one begins. */
  async resumes(report: Report, when: string): Promise<void> {
    const kept = (await this.#uploads.stateOf(this.#share, this.#begun)).received.length;
    const failure = await this.#uploads.goOn(this.#share, this.#begun).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    if (failure === undefined) this.#acknowledged.set(this.#begun.path, sha256(this.#begun.bytes));
    report.holds(
      `${when}: a large upload goes on where it stopped`,
      failure ?? `${kept} chunk kept`,
      failure === undefined && kept >= 1,
    );
    await this.#sendSmall();
    await this.#beginLarge();
  }

  async isWhole(report: Report, what: string): Promise<void> {
    const files = await this.#uploads.files(this.#share);
    let broken = 0;
    for (const file of files)
      if (sha256(await this.#uploads.download(this.#share, file.path)) !== file.sha256) broken += 1;
    const lost = [...this.#acknowledged].filter(
      ([path, sum]) => !files.some((file) => file.path === path && file.sha256 === sum),
    ).length;
    report.holds(
      `${what}: listed files are whole, acknowledged ones there`,
      `${files.length} listed, ${broken} broken, ${lost} lost`,
      broken + lost === 0,
    );
  }

  async #refusalOf(
    method: string,
    path: string,
    body: Buffer | null = null,
    headers: Record<string, string> = BYTES,
  ): Promise<Refusal> {
    const begun = performance.now();
    const answer = await this.#api.fetch(method, path, body === null ? {} : headers, body);
    const text = await answer.text().catch(() => "");
    const problem =
      answer.headers.get("content-type")?.startsWith("application/problem+json") === true
        ? (JSON.parse(text) as { detail: string })
        : undefined;
    return {
      status: answer.status,
      detail: problem?.detail ?? "",
      retryAfter: answer.headers.get("retry-after"),
      ms: performance.now() - begun,
    };
  }
}

/** Enough of one for the check of types. */
function aPdf(bytes: number): Buffer {
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(bytes), Buffer.from("\n%%EOF\n")]);
}

function words({ status, detail, ms }: Refusal): string {
  return `${status} ${detail} (${Math.round(ms)} ms)`;
}

function isGerman({ detail }: Refusal): boolean {
  return /speicher/i.test(detail);
}
