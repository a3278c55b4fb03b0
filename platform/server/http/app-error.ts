import { ERROR_CODES, type ErrorCode, type FieldError } from "#platform/contract/problem.ts";

interface Options {
  /** More specific stable code than the table's, UPPER_CASE. */
  code?: string;
  /** German sentence for people; default: the table's. */
  detail?: string;
  errors?: FieldError[];
  /** With STALE_VERSION: the record as it is now. */
  current?: unknown;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The only way to refuse a request. Thrown anywhere below a route; routes catch nothing. */
export class AppError extends Error {
  readonly status: number;
  /** The same, by the name under which libraries look for it. */
  readonly statusCode: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: FieldError[];
  readonly current: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly #kind: ErrorCode;
  readonly #options: Options;

  constructor(kind: ErrorCode, options: Options = {}) {
    super(options.code ?? kind, { cause: options.cause });
    const [status, detail] = ERROR_CODES[kind];
    this.status = status;
    this.statusCode = status;
    this.code = options.code ?? kind;
    this.detail = options.detail ?? detail;
    this.errors = options.errors ?? [];
    this.current = options.current;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.#kind = kind;
    this.#options = options;
  }

  /** Returns the same refusal with its record as `shown` makes it. */
  showing(shown: (record: unknown) => unknown): AppError {
    if (this.current === undefined) return this;
    return new AppError(this.#kind, { ...this.#options, current: shown(this.current) });
  }

  /** Returns the same refusal of what stands in a part of a larger form. */
  within(part: string): AppError {
    const errors = this.errors.map((error) => ({ ...error, path: `${part}.${error.path}` }));
    return new AppError(this.#kind, { ...this.#options, errors });
  }
}

/** Foreign, hidden and absent look the same. */
export function notFound(): AppError {
  return new AppError("NOT_FOUND");
}

/**
 * Refuses fields that fit the contract's schema and still cannot be: 422, as the schema that
 * callers know allows them. Forms find the same code as with what does not fit.
 */
export function invalidValues(errors: FieldError[], detail?: string): AppError {
  return new AppError("INVALID_VALUES", {
    code: "VALIDATION_FAILED",
    errors,
    ...(detail === undefined ? {} : { detail }),
  });
}

/** Refuses one field with a German sentence. */
export function fieldProblem(
  path: string,
  message: string,
  code = "INVALID",
  kind?: ErrorCode,
): AppError {
  const errors = [{ path, code, message }];
  return kind === undefined ? invalidValues(errors) : new AppError(kind, { errors });
}
