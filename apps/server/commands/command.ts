import { pino } from "pino";
import { createLog } from "#platform/server/log/create-log.ts";
import type { Environment } from "#platform/server/environment.ts";
import {
  type Foundation,
  type Installation,
  openExisting,
  openFoundation,
  openInstallation,
} from "../installation.ts";

/** What one of the operator's commands does; `command-table.ts` says how it is called. */
export interface Command {
  /** Returns the exit code when it is not 0. */
  run(
    environment: Environment,
    parameters: readonly string[],
    options: Readonly<Record<string, unknown>>,
  ): Promise<number | void>;
}

/** Beside what a command says: programs read that. */
const LOG = createLog({ level: "warn", isReadable: true }, pino.destination({ fd: 2, sync: true }));

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For programs. */
export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, 2));
}

/** With database and files open, of an installation that is there and of this version. */
export function withInstallation<T>(
  environment: Environment,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  return closing(openExisting(environment, LOG), work);
}

/** The same, for commands that may begin an installation: it is made and brought up to date. */
export function withNewInstallation<T>(
  environment: Environment,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  return closing(openInstallation(environment, LOG), work);
}

/** With rows and files of an installation as they are, below the application. */
export function withFoundation<T>(
  environment: Environment,
  work: (foundation: Foundation) => Promise<T>,
): Promise<T> {
  return closing(openFoundation(environment), work);
}

async function closing<T, O extends { close(): Promise<void> }>(
  opening: Promise<O>,
  work: (opened: O) => Promise<T>,
): Promise<T> {
  const opened = await opening;
  let result: T;
  try {
    result = await work(opened);
  } catch (error) {
    // What went wrong first is what the operator has to hear.
    await opened.close().catch(() => {});
    throw error;
  }
  await opened.close();
  return result;
}

/** The value of an option that takes a text. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
