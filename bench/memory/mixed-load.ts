import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import type { ExportRun, ExportTarget } from "#modules/transfer/export-contract.ts";
import type { ImportRun } from "#modules/transfer/import-contract.ts";
import { chunkedUpload, exchange, sum } from "../file-requests.ts";
import { memberFile } from "../imports.ts";
import { type Bench, officeToken } from "../lists.ts";

const MIB = 1024 * 1024;
const SAMPLES = join(
  import.meta.dirname,
  "..",
  "..",
  "modules",
  "event-import",
  "server",
  "samples",
);
const LOOK_MS = 200;
const LONGEST_MS = 240_000;
/** A token ends sooner than the load. */
const LOG_IN_AGAIN_MS = 200_000;
const ROWS = 20_000;

/** One thing that people do; called again and again, with a pause between. */
export interface Work {
  name: string;
  pauseMs: number;
  run(round: number): Promise<void>;
}

interface Pictures {
  jpeg: Buffer;
  heic: Buffer;
}

/** What a club does on a busy day, in a club of 20,000 members. */
export async function mixedLoad(
  { origin, publicOrigin }: Pick<Bench, "origin" | "publicOrigin">,
  tenant: string,
): Promise<Work[]> {
  const { call, upload } = await callsOf({ origin, publicOrigin }, tenant);
  const json = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
    (await (await call(method, path, body === undefined ? {} : { json: body })).json()) as T;
  const read = async (path: string) => void (await (await call("GET", path)).arrayBuffer());
  const ended = async <Run extends { id: string }>(
    path: string,
    first: Run,
    isOpen: (run: Run) => boolean,
  ): Promise<Run> => {
    const begun = performance.now();
    for (let run = first; ; run = await json<Run>("GET", `${path}/${run.id}`)) {
      if (!isOpen(run)) return run;
      if (performance.now() - begun > LONGEST_MS)
        throw new Error(`${path} did not end: ${JSON.stringify(run)}`);
      await wait(LOOK_MS);
    }
  };
  const share = (
    await json<{ id: string }>("POST", "/file-share", { name: `Messung ${Date.now()}` })
  ).id;
  // Programmes are read for who writes in a calendar.
  await json("POST", "/calendar", { name: `Termine ${Date.now()}` });
  const { content } = await json<{ content: { id: string }[] }>("GET", "/user/search?size=50");
  const members = content.map(({ id }) => id);
  const pictures = await twelveMegapixels();
  const document = await readFile(join(SAMPLES, "terminplan-2027-monatsliste.pdf"));
  const scan = await readFile(join(SAMPLES, "aushang-sommer-2026-scan.pdf"));
  const film = randomBytes(20 * MIB);
  const filmSum = sum(film);
  let films = 0;

  const exported = async (format: string) => {
    const name = `Messung ${format} ${Date.now()}`;
    const target = await json<ExportTarget>("POST", "/export-target", { name, format });
    const run = await ended(
      "/export-run",
      await json<ExportRun>("POST", `/export-target/${target.id}/run`),
      ({ state }) => state === "QUEUED" || state === "RUNNING",
    );
    if (run.state !== "DONE") throw new Error(`no ${format}: ${run.error ?? ""}`);
  };
  const imported = async (round: number) => {
    const resting = (run: ImportRun) => ended("/import-run", run, ({ stage }) => stage !== null);
    const file = memberFile({ rows: ROWS, firstNumber: 500_000 + round * ROWS });
    const sent = { bytes: Buffer.from(file), type: "text/csv", fileName: "Mitglieder.csv" };
    const run = await resting(
      (await (await call("POST", "/import-run", sent)).json()) as ImportRun,
    );
    if (run.state !== "PREVIEW") throw new Error(`no preview: ${run.error ?? run.state}`);
    const applied = await resting(await json<ImportRun>("POST", `/import-run/${run.id}/apply`));
    if (applied.state !== "APPLIED") throw new Error(`not applied: ${applied.error ?? ""}`);
    await resting(await json<ImportRun>("POST", `/import-run/${run.id}/revert`));
  };

  return [
    {
      name: "lists",
      pauseMs: 20,
      run: (n) => read(`/user/search?size=50&sort=lastname&page=${n % 300}`),
    },
    {
      name: "words",
      pauseMs: 50,
      run: (n) => read(`/user/search?size=50&q=${WORDS[n % WORDS.length]}`),
    },
    { name: "search", pauseMs: 200, run: (n) => read(`/search?q=${WORDS[n % WORDS.length]}`) },
    {
      name: "members",
      pauseMs: 50,
      run: (n) => read(`/user/${members[n % members.length] ?? ""}`),
    },
    { name: "inbox", pauseMs: 100, run: () => read("/message?size=20") },
    {
      name: "messages",
      pauseMs: 3_000,
      async run(n) {
        const form = new FormData();
        const message = {
          subject: `Probe ${n}`,
          messageContent: "Bis morgen",
          recipientIds: members,
        };
        form.set("request", new Blob([JSON.stringify(message)], { type: "application/json" }));
        await call("POST", "/message", { form });
      },
    },
    { name: "JPEG", pauseMs: 1_500, run: (n) => upload(share, `Bild ${n}.jpg`, pictures.jpeg) },
    { name: "HEIC", pauseMs: 4_000, run: (n) => upload(share, `Bild ${n}.heic`, pictures.heic) },
    { name: "PDF with text", pauseMs: 3_000, run: (n) => upload(share, `Plan ${n}.pdf`, document) },
    {
      name: "20 MiB up and down",
      pauseMs: 4_000,
      async run() {
        const name = `Film ${films++}.bin`;
        await chunkedUpload(
          (method, path, body) => upload.raw(method, path, body),
          share,
          name,
          film,
          filmSum,
        );
        await read(`/file-share/${share}/download/${encodeURIComponent(name)}`);
      },
    },
    { name: "CSV", pauseMs: 10_000, run: () => exported("CSV") },
    { name: "workbook", pauseMs: 25_000, run: () => exported("XLSX") },
    { name: "paper", pauseMs: 60_000, run: () => exported("PDF") },
    { name: "import and undo", pauseMs: 60_000, run: imported },
    {
      name: "recognition",
      pauseMs: 90_000,
      async run() {
        await (
          await call("POST", "/event/ai-import", { bytes: scan, type: "application/pdf" })
        ).json();
      },
    },
  ];
}

const WORDS = ["anna", "schmidt", "weber", "m%C3%BCller", "becker", "hamburg"];

interface Sent {
  json?: unknown;
  form?: FormData;
  bytes?: Buffer;
  type?: string;
  fileName?: string;
}

/** Calls of one person of the office, who logs in anew in time. */
async function callsOf(
  { origin, publicOrigin }: Pick<Bench, "origin" | "publicOrigin">,
  tenant: string,
) {
  let token = await officeToken({ publicOrigin }, tenant);
  let since = performance.now();
  let renewing: Promise<void> | undefined;
  const valid = async () => {
    if (performance.now() - since > LOG_IN_AGAIN_MS) {
      renewing ??= officeToken({ publicOrigin }, tenant).then((next) => {
        token = next;
        since = performance.now();
        renewing = undefined;
      });
      await renewing;
    }
    return token;
  };
  const call = async (method: string, path: string, sent: Sent = {}): Promise<Response> => {
    const type = sent.json === undefined ? sent.type : "application/json";
    const body =
      sent.json === undefined
        ? (sent.form ?? (sent.bytes === undefined ? undefined : new Uint8Array(sent.bytes)))
        : JSON.stringify(sent.json);
    const answer = await fetch(`${origin}/${tenant}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await valid()}`,
        ...(type === undefined ? {} : { "content-type": type }),
        ...(sent.fileName === undefined ? {} : { "x-file-name": sent.fileName }),
      },
      ...(body === undefined ? {} : { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const raw = async (method: string, path: string, body?: Buffer) =>
    exchange(new URL(`/${tenant}/api/file-share${path}`, origin), {
      method,
      token: await valid(),
      body,
    });
  const upload = async (share: string, name: string, bytes: Buffer) => {
    const path = `/file-share/${share}/upload/${encodeURIComponent(name)}`;
    await call("POST", path, { bytes, type: "application/octet-stream" });
  };
  return { call, upload: Object.assign(upload, { raw }) };
}

/** 4032 × 3024, as a telephone takes them; the JPEG is drawn here, a HEIC we can't write. */
async function twelveMegapixels(): Promise<Pictures> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  const small = { width: 63, height: 48, channels: 3 as const, background: "#888", noise };
  const soft = await sharp({ create: small }).png().toBuffer();
  return {
    jpeg: await sharp(soft)
      .resize(4032, 3024, { kernel: "cubic" })
      .jpeg({ quality: 85 })
      .toBuffer(),
    heic: await readFile(join(import.meta.dirname, "twelve-megapixels.heic")),
  };
}
