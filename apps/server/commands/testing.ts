import { vi } from "vitest";
import { runCommand } from "../run-command.ts";

/** What a command wrote, and its exit code. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one of the operator's commands within the test, as a shell would. */
export async function runInShell(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<Outcome> {
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  const code = await runCommand(args, variables);
  for (const spy of spies) spy.mockRestore();
  return { code, ...written };
}
