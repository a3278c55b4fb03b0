import type { ExportRun, ExportTarget } from "#modules/transfer/export-contract.ts";
import { type Bench, officeToken } from "./lists.ts";
import { type Figure, ms, perSecond } from "./report.ts";
import { residentMiB } from "./server-process.ts";

const FORMATS = ["CSV", "XLSX", "JSON", "VCARD"] as const;
const LOOK_MS = 50;
const LONGEST_MS = 300_000;
/** A file of 100,000 members may not cost more than this beside one of 20,000. */
const FLAT_MIB = 96;

interface Measured {
  ms: number;
  members: number;
  bytes: number;
  /** Above what the process held before. */
  peakMiB: number;
}

/** Exports of all members of a large club, as runs of a target: time, and memory of the server (`pid`) beside a smaller club's. */
export async function exportFigures({ origin, publicOrigin }: Omit<Bench, "floorOrigin">, small: string, large: string, pid: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  const tokens = { [small]: await officeToken({ publicOrigin }, small), [large]: await officeToken({ publicOrigin }, large) };
  const api = async <T>(tenant: string, method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${origin}/${tenant}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens[tenant] ?? ""}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const measure = async (tenant: string, format: (typeof FORMATS)[number]): Promise<Measured> => {
    const name = `Messung ${format} ${Date.now()}`;
    const target = await api<ExportTarget>(tenant, "POST", "/export-target", { name, format });
    const idle = await residentMiB(pid);
    let peak = idle;
    const begun = performance.now();
    let run = await api<ExportRun>(tenant, "POST", `/export-target/${target.id}/run`);
    while (run.state === "QUEUED" || run.state === "RUNNING") {
      if (performance.now() - begun > LONGEST_MS) throw new Error(`the export did not end: ${JSON.stringify(run)}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      peak = Math.max(peak, await residentMiB(pid));
      run = await api<ExportRun>(tenant, "GET", `/export-run/${run.id}`);
    }
    if (run.state !== "DONE") throw new Error(`the export failed: ${run.error ?? ""}`);
    return { ms: performance.now() - begun, members: run.count, bytes: run.size ?? 0, peakMiB: peak - idle };
  };
  for (const format of FORMATS) {
    // What is loaded once is no part of one export.
    await measure(small, format);
    const few = await measure(small, format);
    const many = await measure(large, format);
    const more = many.peakMiB - few.peakMiB;
    figures.push({
      what: `${many.members.toLocaleString("en")} members as ${format}, ${(many.bytes / 1024 / 1024).toFixed(0)} MiB`,
      ours: `${ms(many.ms)}, ${perSecond((many.members / many.ms) * 1_000)}`,
    });
    figures.push({
      what: `the same: memory above idle, beside ${few.members.toLocaleString("en")} members`,
      ours: `${many.peakMiB.toFixed(0)} MiB`,
      floor: `${few.peakMiB.toFixed(0)} MiB`,
      demand: `at most ${FLAT_MIB} MiB more`,
      met: more <= FLAT_MIB,
    });
  }
  return figures;
}
