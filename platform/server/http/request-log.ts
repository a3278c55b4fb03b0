import type { FastifyBaseLogger } from "fastify";
import type { Logger } from "pino";

type Line = [line: unknown, message?: string, ...values: unknown[]];
type Level = "fatal" | "error" | "warn" | "info" | "debug" | "trace";

/**
 * The log of one request: its lines name the request and, once it is known, the club. It is made
 * anew for each request, most of which write one line or none: what is named goes with the line,
 * where a logger of its own would write it down in advance.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #log: Logger;
  #named: Record<string, unknown>;

  constructor(log: Logger, named: Record<string, unknown>) {
    this.#log = log;
    this.#named = named;
  }

  /** From here on lines name this too. */
  name(more: Record<string, unknown>): void {
    this.#named = { ...this.#named, ...more };
  }

  get level(): string {
    return this.#log.level;
  }

  fatal(...line: Line): void {
    this.#write("fatal", line);
  }
  error(...line: Line): void {
    this.#write("error", line);
  }
  warn(...line: Line): void {
    this.#write("warn", line);
  }
  info(...line: Line): void {
    this.#write("info", line);
  }
  debug(...line: Line): void {
    this.#write("debug", line);
  }
  trace(...line: Line): void {
    this.#write("trace", line);
  }
  silent(): void {}

  child(...[bindings, options]: Parameters<FastifyBaseLogger["child"]>): FastifyBaseLogger {
    return this.#log.child({ ...this.#named, ...bindings }, options as object);
  }

  #write(level: Level, [line, ...message]: Line): void {
    if (!this.#log.isLevelEnabled(level)) return;
    if (typeof line !== "object" || line === null || line instanceof Error)
      this.#log.child(this.#named)[level](line, ...message);
    else this.#log[level]({ ...this.#named, ...line }, ...message);
  }
}
