import type { Logger } from "pino";
import { withoutValues } from "./safe-text.ts";

/** What libraries write by themselves becomes lines of the log, in the order of the streams. */
type Stream = NodeJS.WriteStream;

/**
 * Puts into the log what would stand beside it: what is printed (`console`, threads included),
 * Node's warnings, and the error that ends the process. The log itself must not write through
 * `process.stdout`.
 */
export function catchStrayOutput(log: Logger): void {
  for (const name of ["stdout", "stderr"] as const)
    catchStream(process[name], (line) => log.warn({ stray: name }, withoutValues(line)));
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "warning"));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error, the process ends");
    process.exit(1);
  });
}

function catchStream(stream: Stream, write: (line: string) => void): void {
  const lines = new Lines(write);
  const caught = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    lines.add(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done);
    return true;
  };
  stream.write = caught;
  process.on("exit", () => lines.end());
}

/** Cuts what comes in pieces into lines; empty ones say nothing. */
export class Lines {
  readonly #write: (line: string) => void;
  #begun = "";

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  add(piece: string): void {
    const lines = (this.#begun + piece).split(/\r?\n/);
    this.#begun = lines.pop() ?? "";
    for (const line of lines) this.#pass(line);
  }

  /** What did not end is a line too. */
  end(): void {
    this.#pass(this.#begun);
    this.#begun = "";
  }

  #pass(line: string): void {
    if (line.trim() !== "") this.#write(line);
  }
}
