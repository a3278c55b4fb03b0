import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "#platform/server/database/migrate.ts";
import { chunkedUpload, exchange, expect, sum } from "./file-requests.ts";
import { type Bench, officeToken } from "./lists.ts";
import { type Figure, ms, percent } from "./report.ts";
import { residentMiB } from "./server-process.ts";

const MIB = 1024 * 1024;
const FILE_BYTES = 100 * MIB;
const ROUNDS = 5;
const NGINX = "/usr/sbin/nginx";
const FOLDER = 10_000;
const TREE = 100_000;

/**
 * Files going out and coming in, and trees of many entries; `pid` is the server's, for its memory.
 */
export async function fileFigures(
  { installation, origin, publicOrigin }: Omit<Bench, "floorOrigin">,
  tenant: string,
  pid: number,
): Promise<Figure[]> {
  const token = await officeToken({ publicOrigin }, tenant);
  const api = (method: string, path: string, body?: Buffer, keep = true) =>
    exchange(new URL(`/${tenant}/api/file-share${path}`, origin), { method, token, body, keep });
  const share = async () => {
    const created = await api(
      "POST",
      "",
      Buffer.from(JSON.stringify({ name: `Messung ${performance.now()} ${Date.now()}` })),
    );
    expect(201, created);
    return (JSON.parse(created.text) as { id: string }).id;
  };
  const id = await share();
  const folder = await mkdtemp(join(tmpdir(), "vereinsheim-files-"));
  const bytes = randomBytes(FILE_BYTES);
  await writeFile(join(folder, "floor-source"), bytes);
  const floorPort = Number(new URL(origin).port) + 2;
  const floor = fork(join(import.meta.dirname, "file-floor-server.ts"), [
    folder,
    String(floorPort),
  ]);
  await once(floor, "message");
  const floorAddress = new URL(`http://127.0.0.1:${floorPort}/`);
  const nginx = await startNginx(folder, floorPort + 1);
  try {
    // A first round by itself: what is loaded once is no part of the memory of one file.
    await chunkedUpload(
      api,
      id,
      "Probe.bin",
      bytes.subarray(0, 10 * MIB),
      sum(bytes.subarray(0, 10 * MIB)),
    );
    await api("GET", `/${id}/download/Probe.bin`, undefined, false);
    const idle = await residentMiB(pid);
    const whole = sum(bytes);
    const uploads = await compared(
      async (round) => chunkedUpload(api, id, `Film ${round}.bin`, bytes, whole),
      async () => expect(204, await exchange(floorAddress, { method: "POST", body: bytes })),
      pid,
    );
    const downloads = await compared(
      async () =>
        expect(200, await api("GET", `/${id}/download/Film%200.bin`, undefined, false), FILE_BYTES),
      async () => expect(200, await exchange(floorAddress, BYTES_ONLY), FILE_BYTES),
      pid,
    );
    const besideNginx =
      nginx === undefined
        ? undefined
        : await compared(
            async () =>
              expect(
                200,
                await api("GET", `/${id}/download/Film%200.bin`, undefined, false),
                FILE_BYTES,
              ),
            async () => expect(200, await exchange(nginx.address, BYTES_ONLY), FILE_BYTES),
            pid,
          );
    const tree = await share();
    await withClient(installation.ownerUrl, (client) => seedTrees(client, tenant, id, tree));
    const listed = await median(async () => expect(200, await api("GET", `/${id}/list/Viele`)));
    const page = await median(async () =>
      expect(200, await api("GET", `/${id}/list/Sehr%20viele?size=50`)),
    );
    const all = await median(async () =>
      expect(200, await api("GET", `/${tree}/list-recursive`, undefined, false)),
    );
    let at = 0;
    const moved = await median(async () => {
      const [from, to] = at++ % 2 === 0 ? ["Baum", "Ziel/Baum"] : ["Ziel/Baum", "Baum"];
      expect(200, await api("PUT", `/${tree}/move/${from}`, Buffer.from(to)));
    });
    const within = (what: string, taken: number, demand = 1_000): Figure => ({
      what,
      ours: ms(taken),
      demand: `< ${ms(demand)}`,
      met: taken < demand,
    });
    return [
      speed("download of 100 MiB, beside a bare node:http stream", downloads),
      besideNginx === undefined
        ? { what: "download of 100 MiB, beside nginx", ours: `no ${NGINX} here` }
        : speed("download of 100 MiB, beside nginx", besideNginx, 0.9),
      {
        what: "download of 100 MiB: memory above idle",
        ours: `${(downloads.peak - idle).toFixed(0)} MiB`,
      },
      speed("chunked upload of 100 MiB, 3 at once", uploads, 0.6),
      {
        what: "chunked upload of 100 MiB: memory above idle",
        ours: `${(uploads.peak - idle).toFixed(0)} MiB`,
        demand: "< 64 MiB",
        met: uploads.peak - idle < 64,
      },
      within("folder of 10,000 entries", listed),
      { what: "50 of a folder of 100,000 entries", ours: ms(page) },
      within("list-recursive of 100,000 entries", all),
      within("move of a folder with 100,000 descendants", moved),
    ];
  } finally {
    floor.disconnect();
    nginx?.process.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

function speed(
  what: string,
  { ours, floor }: { ours: number; floor: number },
  demand?: number,
): Figure {
  const rate = (taken: number) => `${((FILE_BYTES / MIB / taken) * 1_000).toFixed(0)} MiB/s`;
  return {
    what,
    ours: rate(ours),
    floor: rate(floor),
    ratio: percent(floor / ours),
    ...(demand !== undefined && {
      demand: `≥ ${percent(demand)} of floor`,
      met: floor / ours >= demand,
    }),
  };
}

const BYTES_ONLY = { method: "GET", keep: false };

/** nginx with the bare file, where this machine has it. */
async function startNginx(
  folder: string,
  port: number,
): Promise<{ process: ChildProcess; address: URL } | undefined> {
  if (!existsSync(NGINX)) return undefined;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(" ");
  await writeFile(
    join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; worker_processes 1; pid ${join(folder, "pid")};
     error_log ${join(folder, "error.log")}; events {}
     http { access_log off; sendfile on; tcp_nopush on; ${temporary}
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const nginx = spawn(NGINX, ["-p", folder, "-c", join(folder, "nginx.conf")], { stdio: "ignore" });
  const address = new URL(`http://127.0.0.1:${port}/floor-source`);
  for (let tries = 0; ; tries++) {
    const answers = await fetch(address, { method: "HEAD" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return { process: nginx, address };
    if (tries > 100) throw new Error("nginx does not answer");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Rounds alternate, because machines are noisy; medians in milliseconds, and the most memory seen
 * in ours.
 */
async function compared(
  ours: (round: number) => Promise<void>,
  floor: () => Promise<void>,
  pid: number,
) {
  const taken: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  let peak = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const watch = setInterval(
      () => void residentMiB(pid).then((now) => (peak = Math.max(peak, now))),
      20,
    );
    taken.ours.push(await timed(() => ours(round)));
    clearInterval(watch);
    taken.floor.push(await timed(floor));
  }
  return { ours: middle(taken.ours), floor: middle(taken.floor), peak };
}

async function median(work: () => Promise<void>): Promise<number> {
  await work();
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round++) taken.push(await timed(work));
  return middle(taken);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** A folder of 10,000 and one of 100,000 files, and a tree of 100,000 entries in 1,000 folders. */
async function seedTrees(
  client: Client,
  tenant: string,
  flat: string,
  deep: string,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT tenant_id AS id FROM tenant WHERE name = $1",
    [tenant],
  );
  await client.query("SELECT set_config('app.tenant_id', $1, false)", [rows[0]?.id]);
  const folder = async (shareId: string, parent: string, name: string) =>
    (
      await client.query<{ id: string }>(
        "INSERT INTO file_entry (share_id, parent_id, name, is_folder) VALUES ($1, $2, $3, true) RETURNING id",
        [shareId, parent, name],
      )
    ).rows[0]?.id ?? "";
  const files = (shareId: string, parent: string, count: number) =>
    client.query(
      `INSERT INTO file_entry (share_id, parent_id, name, is_folder, extension, version, content_type, subtype, size, sha256, modified_by_name)
      SELECT $1, $2, 'Protokoll der Sitzung ' || n || '.pdf', false, 'pdf', 1, 'application/pdf', 'pdf', 1000 + n, repeat('ab', 32), 'Erika Mustermann'
      FROM generate_series(1, $3::int) AS n`,
      [shareId, parent, count],
    );
  await files(flat, await folder(flat, flat, "Viele"), FOLDER);
  await files(flat, await folder(flat, flat, "Sehr viele"), TREE);
  await folder(deep, deep, "Ziel");
  const top = await folder(deep, deep, "Baum");
  for (let number = 1; number <= 100; number++) {
    const branch = await folder(deep, top, `Zweig ${number}`);
    for (let leaf = 1; leaf <= 10; leaf++)
      await files(deep, await folder(deep, branch, `Ordner ${leaf}`), TREE / 1_000 - 1);
  }
  await client.query("VACUUM ANALYZE file_entry");
}
