import { spawn } from "node:child_process";

/** Runs a program whose output is this one's; returns its exit code, 127 where it is not there. */
export function run(
  program: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: "inherit",
      env: { ...process.env, ...variables },
    });
    child.on("error", () => resolve(127));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}
