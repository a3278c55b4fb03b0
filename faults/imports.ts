import { setTimeout as wait } from "node:timers/promises";
import type { RunningServer } from "../e2e/support/server.ts";
import { AdminApi } from "./admin-api.ts";

interface Run {
  id: string;
  state: string;
  /** What is being done; null: nothing. */
  stage: string | null;
  error: string | null;
  progress: { done: number; total: number };
  counts: { new: number; same: number; faulty: number };
}

/** The administrator's browser as far as imports go. */
export class Imports {
  readonly #api: AdminApi;

  private constructor(api: AdminApi) {
    this.#api = api;
  }

  static async at(server: RunningServer): Promise<Imports> {
    return new Imports(await AdminApi.at(server));
  }

  /** A file of this many new members, as the preview shows it. */
  async previewed(mark: string, rows: number): Promise<Run> {
    const lines = Array.from(
      { length: rows },
      (_, index) =>
        `${mark}-${index};${mark}${index};Person;${1940 + (index % 70)}-0${1 + (index % 9)}-1${index % 10}`,
    );
    const text = ["Mitgliedsnummer;Nachname;Vorname;Geburtsdatum", ...lines].join("\n");
    const { id } = await this.#api.json<Run>(
      "POST",
      "/import-run",
      { "content-type": "text/csv" },
      text,
    );
    return this.until(id, ({ state }) => state !== "PARSING", 120_000);
  }

  async apply(id: string): Promise<void> {
    await this.#api.json("POST", `/import-run/${id}/apply`);
  }

  async revert(id: string): Promise<void> {
    await this.#api.json("POST", `/import-run/${id}/revert`);
  }

  /** Waits until rows are being written and then some time; returns how far it was. */
  async untilWriting(id: string, ms: number): Promise<number> {
    await wait(ms);
    return (await this.#api.json<Run>("GET", `/import-run/${id}`)).progress.done;
  }

  /** The run once it is so, or as it is when time is over. */
  async until(id: string, isSo: (run: Run) => boolean, ms: number): Promise<Run> {
    for (const end = Date.now() + ms; ; await wait(250)) {
      const run = await this.#api.json<Run>("GET", `/import-run/${id}`);
      if (isSo(run) || Date.now() > end) return run;
    }
  }

  async count(mark: string): Promise<number> {
    return (await this.#api.json<{ totalElements: number }>("GET", `/user/search?q=${mark}&size=1`))
      .totalElements;
  }
}
