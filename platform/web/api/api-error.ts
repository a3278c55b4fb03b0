import type { FieldError, Problem } from "#platform/contract/problem.ts";

/**
 * A call that failed: the server's problem document, or one of our own when there was none (status
 * 0: unreachable).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.name = "ApiError";
    this.status = problem.status;
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }

  get fieldErrors(): readonly FieldError[] {
    return this.problem.errors;
  }

  /** No answer, or only that there is none now: trying again helps. */
  get isUnreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** A problem document for a failure that brought none. */
export function ownProblem(status: number, code: string, detail: string): Problem {
  return { type: "about:blank", title: code, status, code, detail, requestId: "", errors: [] };
}
