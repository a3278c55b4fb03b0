import type { ExportRun, ExportTarget } from "#modules/transfer/export-contract.ts";
import { type Bench, officeToken } from "./lists.ts";
import { type Figure, ms, perSecond } from "./report.ts";
import { residentMiB } from "./server-process.ts";

const FORMATS = ["CSV", "XLSX", "JSON", "VCARD"] as const;
const LOOK_MS = 50;
const LONGEST_MS = 300_000;
/** A file of 100,000 members may not cost more than this beside one of 20,000. */
const FLAT_MIB = 96;

const SIZES = { small: 20_000, large: 100_000 };
const LISTED = [
  "memberNumber",
  "lastname",
  "firstname",
  "birthday",
  "street",
  "postalCode",
  "city",
  "email",
  "phone",
  "status",
  "groups",
];

interface Measured {
  ms: number;
  members: number;
  bytes: number;
  /** Above what the process held before. */
  peakMiB: number;
}

/**
 * Exports of all members of a large club, as runs of a target: time, and memory of the server
 * (`pid`) beside a smaller club's.
 */
export async function exportFigures(
  { origin, publicOrigin }: Omit<Bench, "floorOrigin">,
  small: string,
  large: string,
  pid: number,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const tokens = {
    [small]: await officeToken({ publicOrigin }, small),
    [large]: await officeToken({ publicOrigin }, large),
  };
  const api = async <T>(
    tenant: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> => {
    const answer = await fetch(`${origin}/${tenant}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[tenant] ?? ""}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const measure = async (
    tenant: string,
    format: (typeof FORMATS)[number] | "PDF",
  ): Promise<Measured> => {
    const name = `Messung ${format} ${Date.now()}`;
    const target = await api<ExportTarget>(tenant, "POST", "/export-target", { name, format });
    const idle = await residentMiB(pid);
    let peak = idle;
    const begun = performance.now();
    let run = await api<ExportRun>(tenant, "POST", `/export-target/${target.id}/run`);
    while (run.state === "QUEUED" || run.state === "RUNNING") {
      if (performance.now() - begun > LONGEST_MS)
        throw new Error(`the export did not end: ${JSON.stringify(run)}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      peak = Math.max(peak, await residentMiB(pid));
      run = await api<ExportRun>(tenant, "GET", `/export-run/${run.id}`);
    }
    if (run.state !== "DONE") throw new Error(`the export failed: ${run.error ?? ""}`);
    return {
      ms: performance.now() - begun,
      members: run.count,
      bytes: run.size ?? 0,
      peakMiB: peak - idle,
    };
  };
  /** The list on screen, sent while it is read. */
  const download = async (tenant: string, format: "CSV" | "XLSX"): Promise<Measured> => {
    const idle = await residentMiB(pid);
    let peak = idle;
    const watch = setInterval(
      () => void residentMiB(pid).then((now) => (peak = Math.max(peak, now))),
      LOOK_MS,
    );
    const begun = performance.now();
    let bytes = 0;
    try {
      const answer = await fetch(`${origin}/${tenant}/api/user/export`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${tokens[tenant] ?? ""}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ format, columns: LISTED }),
      });
      if (!answer.ok || answer.body === null)
        throw new Error(`the list as a file: ${answer.status} ${await answer.text()}`);
      for await (const part of answer.body) bytes += part.byteLength;
    } finally {
      clearInterval(watch);
    }
    return {
      ms: performance.now() - begun,
      members: SIZES[tenant === large ? "large" : "small"],
      bytes,
      peakMiB: peak - idle,
    };
  };
  const add = async (name: string, measured: (tenant: string) => Promise<Measured>) => {
    // What is loaded once is no part of one export.
    await measured(small);
    const few = await measured(small);
    const many = await measured(large);
    const more = many.peakMiB - few.peakMiB;
    figures.push({
      what: `${many.members.toLocaleString("en")} members as ${name}, ${(many.bytes / 1024 / 1024).toFixed(0)} MiB`,
      ours: `${ms(many.ms)}, ${perSecond((many.members / many.ms) * 1_000)}`,
    });
    figures.push({
      what: `the same: memory above idle, beside ${few.members.toLocaleString("en")} members`,
      ours: `${many.peakMiB.toFixed(0)} MiB`,
      floor: `${few.peakMiB.toFixed(0)} MiB`,
      demand: `at most ${FLAT_MIB} MiB more`,
      met: more <= FLAT_MIB,
    });
  };
  /** A list on paper is laid out in a worker, and has no more rows than the small club. */
  const addPaper = async (tenant: string) => {
    const paper = await measure(tenant, "PDF");
    figures.push({
      what: `${paper.members.toLocaleString("en")} members as PDF, ${(paper.bytes / 1024 / 1024).toFixed(0)} MiB`,
      ours: `${ms(paper.ms)}, ${paper.peakMiB.toFixed(0)} MiB above idle`,
      demand: `at most ${ms(LONGEST_MS)}`,
      met: paper.ms <= LONGEST_MS,
    });
  };
  for (const format of FORMATS) await add(format, (tenant) => measure(tenant, format));
  for (const format of ["CSV", "XLSX"] as const)
    await add(`${format} of the list on screen`, (tenant) => download(tenant, format));
  await addPaper(small);
  return figures;
}
