import { LEFT_OUT, withoutPersonalShapes, withoutValues } from "./safe-text.ts";
import { smtpReply } from "./smtp-reply.ts";

/** What a line tells of an error: what it is and where it arose, never what it was about. */
interface SafeError {
  type: string;
  message: string;
  [fact: string]: unknown;
}

/** Names of things in the code or the database. All else that libraries hang on stays out. */
const FACTS = ["code", "status", "constraint", "table", "column", "routine", "syscall"] as const;

/** Those of a form that no person's data has: codes and names of tables. */
const FACT = /^\w[\w.-]{0,79}$/;

/** Libraries that speak of connections and statements; others repeat what people brought. */
const TRUSTED = /node_modules\/(?:@?fastify|pg|pg-\w+|graphile-worker|kysely|oidc-provider)\//;

/** Why the embedded PostgreSQL does not start: several lines of its own, which know no rows. */
const OF_POSTGRES = /platform\/server\/database\/embedded\//;
const MAX_REASON_LENGTH = 1_000;

/** PostgreSQL's errors whose quotation marks hold names of tables, columns and constraints. */
const ABOUT_NAMES = /^(?:23|42P01$|42703$|42883$|42501$)/;

/** `RAISE` in a function. */
const RAISED = "exec_stmt_raise";

const MAX_FRAMES = 20;
const MAX_DEPTH = 5;

/** Returns what the log may tell of an error. */
export function safeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: LEFT_OUT };
  const given = error as Error & Record<string, unknown>;
  const frames = framesOf(error);
  const safe: SafeError = { type: error.name, message: safeMessage(given, frames[0]) };
  for (const name of FACTS) {
    const value = given[name];
    if (typeof value === "number" || (typeof value === "string" && FACT.test(value)))
      safe[name] = value;
  }
  safe["stack"] = frames.map(withoutPersonalShapes).join("\n");
  const causes = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  const known = causes.filter((cause) => cause instanceof Error);
  if (known.length > 0 && depth < MAX_DEPTH)
    safe["causes"] = known.slice(0, MAX_DEPTH).map((cause) => safeError(cause, depth + 1));
  return safe;
}

function safeMessage(error: Error & Record<string, unknown>, origin: string | undefined): string {
  const { message, code } = error;
  if (typeof error["response"] === "string" || typeof error["responseCode"] === "number")
    return `mail server: ${smtpReply(String(error["response"] ?? error["responseCode"]))}`;
  if (Array.isArray(error["issues"])) return `refused: ${codesOf(error["issues"])}`;
  if (OF_POSTGRES.test(origin ?? ""))
    return withoutPersonalShapes(message).slice(0, MAX_REASON_LENGTH);
  if (origin?.includes("node_modules/") === true && !TRUSTED.test(origin)) return LEFT_OUT;
  // What functions of the database say of their own may be anything.
  if (error["routine"] === RAISED) return LEFT_OUT;
  if (typeof code === "string" && ABOUT_NAMES.test(code)) return withoutPersonalShapes(message);
  if (error instanceof TypeError && /\((?:reading|setting) '\w+'\)$/.test(message)) return message;
  return withoutValues(message);
}

/** Of zod's refusals: paths in them may be keys that somebody sent. */
function codesOf(issues: readonly unknown[]): string {
  const codes = issues.map((issue) => (issue as { code?: unknown } | null)?.code);
  return [...new Set(codes.filter((code) => typeof code === "string"))].join(", ");
}

/** Where it arose, without the message above, whose lines may look like frames. */
function framesOf({ message, stack = "" }: Error): string[] {
  return stack
    .replace(message, "")
    .split("\n")
    .filter((line) => /^\s+at \S/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}
