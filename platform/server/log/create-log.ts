import { type DestinationStream, type Logger, pino } from "pino";
import { readableLine } from "./readable-lines.ts";
import { safeError } from "./safe-error.ts";
import { LEFT_OUT, withoutPersonalShapes } from "./safe-text.ts";

/** Fields that nobody may log, wherever a line or a record in it has them. */
const SECRET_OR_PERSONAL = [
  "authorization",
  "body",
  "cookie",
  "detail",
  "email",
  "filename",
  "firstname",
  "headers",
  "iban",
  "lastname",
  "password",
  "query",
  "response",
  "token",
  "url",
  "username",
].flatMap((name) => [name, `*.${name}`]);

interface Options {
  /** Errors, and all that is more important than this, are written. */
  level: string;
  /** Lines for people who develop, instead of one JSON object each. */
  isReadable?: boolean;
}

/**
 * Returns the log of a process. Nothing personal enters it: of errors only what `safeError` leaves,
 * of fields none that hold people's data, and no text of the shape of an address or an account.
 */
export function createLog(
  { level, isReadable = false }: Options,
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: safeError, error: safeError, req: requestFacts, res: answerFacts },
      redact: { paths: SECRET_OR_PERSONAL, censor: LEFT_OUT },
      hooks: {
        // Without a message pino takes the error's own.
        logMethod([first, ...rest], method) {
          const error = errorIn(first);
          if (error === undefined || rest.length > 0) method.apply(this, [first, ...rest]);
          else method.apply(this, [{ ...withError(first, error) }, "error"]);
        },
        streamWrite: withoutPersonalShapes,
      },
    },
    isReadable ? { write: (line) => void destination.write(readableLine(line)) } : destination,
  );
}

function errorIn(first: unknown): Error | undefined {
  if (first instanceof Error) return first;
  const { err } = (first ?? {}) as { err?: unknown };
  return err instanceof Error ? err : undefined;
}

function withError(first: unknown, error: Error): object {
  return first instanceof Error ? { err: error } : (first as object);
}

function requestFacts(request: { method?: string; routeOptions?: { url?: string } }): object {
  return { method: request.method, route: request.routeOptions?.url };
}

function answerFacts(answer: { statusCode?: number }): object {
  return { status: answer.statusCode };
}
