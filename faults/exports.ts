import { setTimeout as wait } from "node:timers/promises";
import type { ExportRun, ExportTarget } from "#modules/transfer/export-contract.ts";
import type { RunningServer } from "../e2e/support/server.ts";
import { AdminApi, sha256 } from "./admin-api.ts";

/** A dead worker's jobs are given to others after a minute of silence. */
export const TAKEN_OVER_MS = 150_000;

/** The administrator's browser as far as exports go. */
export class Exports {
  readonly #api: AdminApi;

  private constructor(api: AdminApi) {
    this.#api = api;
  }

  static async at(server: RunningServer): Promise<Exports> {
    return new Exports(await AdminApi.at(server));
  }

  async newShare(): Promise<string> {
    return (await this.#api.send<{ id: string }>("POST", "/file-share", { name: "Ausfuhren" })).id;
  }

  target(values: object): Promise<ExportTarget> {
    return this.#api.send("POST", "/export-target", { fileName: "{name}", ...values });
  }

  run(targetId: string): Promise<ExportRun> {
    return this.#api.json("POST", `/export-target/${targetId}/run`);
  }

  #runNow(id: string): Promise<ExportRun> {
    return this.#api.json("GET", `/export-run/${id}`);
  }

  /** Waits until files are being written and then some time; returns how far they were. */
  async untilWriting(runs: readonly ExportRun[], ms: number): Promise<string> {
    const now = () => Promise.all(runs.map(({ id }) => this.#runNow(id)));
    while ((await now()).every(({ state }) => state === "QUEUED")) await wait(20);
    await wait(ms);
    return (await now()).map(({ state, progress }) => `${state} ${progress.done}`).join(", ");
  }

  /** An unfinished run has neither a name nor bytes. */
  async shownAsUnfinished(id: string): Promise<string> {
    const run = await this.#runNow(id);
    if (run.state === "DONE") return "done";
    const { status } = await this.#api.fetch("GET", `/export-run/${id}/file`);
    return run.fileName === null && run.sha256 === null && status >= 400
      ? "nothing"
      : `half: ${run.fileName ?? ""} answers ${status}`;
  }

  async untilEnded(id: string): Promise<ExportRun> {
    for (const end = Date.now() + TAKEN_OVER_MS; ; await wait(500)) {
      const run = await this.#runNow(id);
      if (run.state === "DONE" || run.state === "FAILED" || Date.now() > end) return run;
    }
  }

  async file(id: string): Promise<{ size: number; sha256: string }> {
    const answer = await this.#api.fetch("GET", `/export-run/${id}/file`);
    if (!answer.ok) return { size: 0, sha256: `${answer.status}` };
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { size: bytes.length, sha256: sha256(bytes) };
  }

  async filesIn(shareId: string): Promise<number> {
    return (await this.#api.json<unknown[]>("GET", `/file-share/${shareId}/list-recursive`)).length;
  }

  async runsOf(targetId: string): Promise<ExportRun[]> {
    return (
      await this.#api.json<{ content: ExportRun[] }>("GET", `/export-run/search?target=${targetId}`)
    ).content;
  }

  async untilRunBySchedule(targetId: string): Promise<ExportRun[]> {
    for (const end = Date.now() + TAKEN_OVER_MS; ; await wait(500)) {
      const runs = await this.runsOf(targetId);
      if (runs.some(({ state }) => state === "DONE" || state === "FAILED") || Date.now() > end)
        return runs;
    }
  }
}
