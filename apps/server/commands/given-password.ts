import { passwordProblem } from "#modules/identity/server/public.ts";
import { Refusal } from "#platform/server/refusal.ts";

/** Returns ADMIN_PASSWORD, or undefined where none is given; refuses one that is easy to guess. */
export async function givenPassword(own: string[]): Promise<string | undefined> {
  const password = process.env["ADMIN_PASSWORD"];
  if (password === undefined) return undefined;
  const problem = await passwordProblem(password, own);
  if (problem !== undefined) throw new Refusal(`ADMIN_PASSWORD: ${problem}`);
  return password;
}
