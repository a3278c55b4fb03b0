import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { IN_MAINTENANCE } from "#platform/contract/maintenance.ts";
import type { FieldError, Problem } from "#platform/contract/problem.ts";
import { AppError, invalidValues } from "./app-error.ts";

/**
 * Every failure leaves the server as a problem document; what we did not foresee says nothing but
 * its request id.
 */
export function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = asAppError(error);
  // Of a full disk one line tells, not each request: logs may lie on it too. A maintenance is the
  // operator's own.
  const isExpected = known.status === 507 || known.code === IN_MAINTENANCE;
  if (isExpected) request.log.info({ code: known.code }, "request refused");
  else if (known.status >= 500) request.log.error({ err: known.cause ?? error }, "request failed");
  if (known.retryAfterSeconds !== undefined)
    reply.header("retry-after", String(known.retryAfterSeconds));
  if (known.status === 401 && known.cause !== undefined)
    request.log.info({ reason: reasonOf(known.cause) }, "token refused");
  if (known.status === 401) reply.header("www-authenticate", "Bearer");
  // Of a record that was made, and of an answer that was begun, before it failed.
  reply.removeHeader("location").removeHeader("content-encoding");
  // An address that the router cannot read never reaches the hook that sets it.
  reply.header("x-request-id", request.id);
  return reply
    .status(known.status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(problemOf(known, request.id)));
}

/** Returns the document that says why a request is refused. */
export function problemOf(refusal: AppError, requestId: string): Problem {
  return {
    type: "about:blank",
    title: STATUS_CODES[refusal.status] ?? "Error",
    status: refusal.status,
    code: refusal.code,
    detail: refusal.detail,
    requestId,
    errors: refusal.errors,
    ...(refusal.current === undefined ? {} : { current: refusal.current }),
  };
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code } = error as Partial<FastifyError>;
  if (statusCode === 413) return new AppError("TOO_LARGE", { cause: error });
  if (statusCode === 415) return new AppError("UNSUPPORTED_TYPE", { cause: error });
  if (statusCode === 404) return new AppError("NOT_FOUND");
  if (statusCode !== undefined && statusCode < 500) {
    return new AppError("BAD_REQUEST", {
      code: code?.startsWith("FST_") === true ? "BAD_REQUEST" : (code ?? "BAD_REQUEST"),
      cause: error,
    });
  }
  return new AppError("INTERNAL", { cause: error });
}

/**
 * A zod refusal as German field errors: 400 for what does not fit the schema as the document shows
 * it, 422 where only rules refuse that no schema can tell.
 */
export function validationError(error: z.ZodError, prefix = ""): AppError {
  const errors = fieldErrors(error, prefix);
  return error.issues.every(({ code }) => code === "custom")
    ? invalidValues(errors)
    : new AppError("VALIDATION_FAILED", { errors });
}

/** Refuses an address that does not name anything: 400, whatever is wrong with it. */
export function addressError(error: z.ZodError): AppError {
  return new AppError("VALIDATION_FAILED", { errors: fieldErrors(error, "") });
}

function fieldErrors(error: z.ZodError, prefix: string): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const path = [...(prefix === "" ? [] : [prefix]), ...issue.path.map(String)].join(".");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        path: path === "" ? key : `${path}.${key}`,
        code: "UNKNOWN_FIELD",
        message: "Dieses Feld gibt es hier nicht oder es darf nicht geändert werden.",
      }));
    }
    return [{ path, code: issue.code.toUpperCase(), message: issue.message }];
  });
}

/** What of a token was wrong: the checker's code and the names of claims, nothing that stood in it. */
function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError)
    return `claims ${[...new Set(cause.issues.map(({ path }) => path.join(".")))].join(", ")}`;
  if (!(cause instanceof Error)) return "unknown";
  const { code, claim } = cause as { code?: unknown; claim?: unknown };
  if (typeof code !== "string") return cause.name === "TokenFault" ? cause.message : cause.name;
  return typeof claim === "string" ? `${code} ${claim}` : code;
}
