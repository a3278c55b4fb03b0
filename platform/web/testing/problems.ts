const problems: string[] = [];
const expected: RegExp[] = [];
const realError = console.error.bind(console);

/**
 * This test provokes such an error of the console on purpose; any other one fails it.
 */
export function expectProblem(pattern: RegExp): void {
  expected.push(pattern);
}

/** Listens to errors of the console and breaches of the page's policy. */
export function watchProblems(): void {
  console.error = noteError;
  document.addEventListener("securitypolicyviolation", noteBreach);
}

/** Returns the errors that the test did not announce. */
export function unexpectedProblems(): string[] {
  return problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
}

export function forgetProblems(): void {
  problems.length = 0;
  expected.length = 0;
}

function noteError(...parts: unknown[]): void {
  problems.push(parts.map(String).join(" "));
  realError(...parts);
}

function noteBreach({ violatedDirective, blockedURI }: SecurityPolicyViolationEvent): void {
  problems.push(`policy breached: ${violatedDirective} ${blockedURI}`);
}
