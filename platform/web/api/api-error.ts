import type { FieldError, Problem } from "#platform/contract/problem.ts";

/** Of a write whose answer was lost: nothing happened, it is saved, or nobody knows yet. */
export type Outcome = "NONE" | "SAVED" | "UNKNOWN";

/**
 * A call that failed: the server's problem document, or one of our own when there was none (status
 * 0: unreachable).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;
  /** What became of a write whose answer was lost; undefined where none was. */
  readonly outcome: Outcome | undefined;

  constructor(problem: Problem, options?: ErrorOptions & { outcome?: Outcome }) {
    super(problem.detail, options);
    this.name = "ApiError";
    this.status = problem.status;
    this.problem = problem;
    this.outcome = options?.outcome;
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

  /** No longer true when the server answers again. What became of a write stays to be read. */
  get isPassing(): boolean {
    return this.isUnreachable && this.outcome === undefined;
  }
}

/** A problem document for a failure that brought none. */
export function ownProblem(status: number, code: string, detail: string): Problem {
  return { type: "about:blank", title: code, status, code, detail, requestId: "", errors: [] };
}
