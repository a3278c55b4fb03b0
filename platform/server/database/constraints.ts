import pg from "pg";
import { type AppError, fieldProblem } from "../http/app-error.ts";

/** Returns the violated constraint's name; undefined when the error is another one. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith("23")
    ? error.constraint
    : undefined;
}

/**
 * Returns a wrapper for statements that may violate a constraint: it throws what is given for that
 * constraint. Two people may do the same at once, so asking before is not enough.
 * @param problems by the names of constraints and unique indexes
 */
export function translateViolations(
  problems: Readonly<Record<string, () => Error>>,
): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      throw problems[violatedConstraint(error) ?? ""]?.() ?? error;
    }
  };
}

/** Returns the same for one unique constraint, whose German sentence is told at a field. */
export function uniqueField(
  constraint: string,
  field: string,
  message: string,
): ReturnType<typeof translateViolations> {
  return translateViolations({ [constraint]: () => alreadyExists(field, message) });
}

function alreadyExists(field: string, message: string): AppError {
  return fieldProblem(field, message, "ALREADY_EXISTS", "ALREADY_EXISTS");
}
