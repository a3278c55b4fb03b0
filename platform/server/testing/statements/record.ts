import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A statement that a test had the database run. */
export interface RecordedStatement {
  text: string;
  /** The texts of the `sql` templates that it is made of; `${}` stands for each value. */
  templates: string[];
  /** Why the database refused it; without it the statement ran. */
  reason?: string;
}

/** Where a run of the unit tests is asked to write its statements down. */
export const RECORD_FOLDER = process.env["RECORDED_STATEMENTS"];

/** Returns what the workers of the last recorded run wrote, each text once. */
export function readRecord(folder: string): RecordedStatement[] {
  const statements = readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line): RecordedStatement => JSON.parse(line));
  return [...new Map(statements.map((statement) => [statement.text, statement])).values()];
}
