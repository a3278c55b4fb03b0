import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { type RunStatement, statementChannel } from "../../database/statement-channel.ts";
import { RECORD_FOLDER, type RecordedStatement } from "./record.ts";

/**
 * Writes down the statements that the unit tests have the database run, one JSON object a line, for
 * `statements.check.ts`. Only where the run asks for it: a part of the tests says nothing.
 */
const recorders = globalThis as { isRecordingStatements?: true };

if (RECORD_FOLDER !== undefined && recorders.isRecordingStatements === undefined) {
  recorders.isRecordingStatements = true;
  const file = join(RECORD_FOLDER, `${process.pid}-${threadId}.jsonl`);
  const seen = new Set<string>();
  statementChannel.subscribe((message) => {
    const { statement, error } = message as RunStatement;
    // A class of errors that no data causes: a name that is not there, an operator for no such types.
    const code = (error as { code?: string } | undefined)?.code ?? "";
    const outcome = error === undefined ? "ran" : code.startsWith("42") ? "refused" : "failed";
    if (outcome === "failed" || seen.has(`${outcome} ${statement.sql}`)) return;
    seen.add(`${outcome} ${statement.sql}`);
    const recorded: RecordedStatement = {
      text: statement.sql,
      templates: templatesOf(statement.query),
      ...(outcome === "refused" && { reason: String(error) }),
    };
    appendFileSync(file, `${JSON.stringify(recorded)}\n`);
  });
}

/** The texts of all `sql` templates that a statement is made of; `${}` stands for each value. */
function templatesOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(templatesOf);
  if (typeof node !== "object" || node === null) return [];
  const { kind, sqlFragments } = node as { kind?: string; sqlFragments?: readonly string[] };
  if (kind === "ValueNode" || kind === "PrimitiveValueListNode") return [];
  const below = Object.values(node).flatMap(templatesOf);
  return kind === "RawNode" && sqlFragments !== undefined
    ? [sqlFragments.join("${}"), ...below]
    : below;
}
