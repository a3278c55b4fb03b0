import { setTimeout as wait } from "node:timers/promises";
import { Browser } from "../bench/browser.ts";
import { DEMO_PASSWORD, type RunningServer, startServer } from "../e2e/support/server.ts";
import type { Report } from "./report.ts";

const ROWS = 5_000;
/** Names that sound different, or the comparison takes one round's people for those of another. */
const MARKS = ["Nordlicht", "Kupferberg", "Silbersee"];
const ROUNDS = MARKS.length;
/** A dead worker's jobs are given to others after a minute of silence. */
const TAKEN_OVER_MS = 150_000;

interface Run {
  id: string;
  state: string;
  error: string | null;
  progress: { done: number; total: number };
  counts: { new: number; same: number; faulty: number };
}

/**
 * kill -9 of the server while 5,000 new members are being written. None or all of them are there; the run is
 * completed by itself after the restart, without doubles.
 */
export async function killedImport(report: Report): Promise<void> {
  let server = await startServer();
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const mark = MARKS[round - 1] ?? "";
      let office = await Imports.at(server);
      const run = await office.previewed(mark);
      report.holds(`round ${round}: the preview shows all rows as new`, `${run.counts.new} new`, run.counts.new === ROWS);
      await office.apply(run.id);
      const seen = await office.untilWriting(run.id, round * 900);
      server.process.kill("SIGKILL");
      server = await startServer({ dataDir: server.dataDir, port: server.port });
      office = await Imports.at(server);
      const after = await office.count(mark);
      report.holds(`round ${round}: killed at row ${seen}, none or all are there`, `${after} of ${ROWS}`, after === 0 || after === ROWS);
      const done = await office.until(run.id, "APPLYING", TAKEN_OVER_MS);
      const count = await office.count(mark);
      report.holds(
        `round ${round}: the import is completed by itself, without doubles`,
        `${done.state}, ${count} members`,
        done.state === "APPLIED" && count === ROWS,
      );
      const again = await office.previewed(mark);
      report.holds(`round ${round}: the same file again changes nothing`, `${again.counts.same} same`, again.counts.same === ROWS && again.counts.new === 0);
    }
  } finally {
    await server.stop();
  }
}

/** The administrator's browser as far as imports go, over plain HTTP. */
class Imports {
  readonly #base: string;
  readonly #token: string;

  private constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  static async at({ url }: RunningServer): Promise<Imports> {
    const { access_token } = await new Browser(url, "demo").logIn("admin@demo.example", DEMO_PASSWORD);
    return new Imports(`${url}/demo/api`, access_token);
  }

  async previewed(mark: string): Promise<Run> {
    const lines = Array.from(
      { length: ROWS },
      (_, index) => `${mark}-${index};${mark}${index};Person;${1940 + (index % 70)}-0${1 + (index % 9)}-1${index % 10}`,
    );
    const text = ["Mitgliedsnummer;Nachname;Vorname;Geburtsdatum", ...lines].join("\n");
    const { id } = await this.#json<Run>("POST", "/import-run", text);
    return this.until(id, "PARSING", 120_000);
  }

  async apply(id: string): Promise<void> {
    await this.#json("POST", `/import-run/${id}/apply`);
  }

  /** Waits until rows are being written and then some time; answers how far it was. */
  async untilWriting(id: string, ms: number): Promise<number> {
    await wait(ms);
    return (await this.#json<Run>("GET", `/import-run/${id}`)).progress.done;
  }

  async until(id: string, state: string, ms: number): Promise<Run> {
    for (const end = Date.now() + ms; ; await wait(250)) {
      const run = await this.#json<Run>("GET", `/import-run/${id}`);
      if (run.state !== state || Date.now() > end) return run;
    }
  }

  async count(mark: string): Promise<number> {
    return (await this.#json<{ totalElements: number }>("GET", `/user/search?q=${mark}&size=1`)).totalElements;
  }

  async #json<T>(method: string, path: string, body?: string): Promise<T> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body === undefined ? {} : { "content-type": "text/csv" }) };
    const answer = await fetch(this.#base + path, { method, headers, body: body ?? null, signal: AbortSignal.timeout(60_000) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}
