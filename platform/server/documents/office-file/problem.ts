/**
 * Why an office file is not taken: it is none of those that are meant; it is damaged, or programs
 * would find different things in it; it unpacks to too much; it has a password; it holds macros, or
 * objects that may hold programs; it fetches something from elsewhere as soon as it is opened.
 */
export type OfficeProblem =
  | "other"
  | "broken"
  | "too-large"
  | "encrypted"
  | "macros"
  | "objects"
  | "links";

/** Ends the look into a file. */
export class OfficeRefusal extends Error {
  readonly problem: OfficeProblem;

  constructor(problem: OfficeProblem, cause?: unknown) {
    super(problem, { cause });
    this.name = "OfficeRefusal";
    this.problem = problem;
  }
}
