import { EnvironmentError } from "./environment.ts";

/** What is wrong with a part that the settings name, in one line. */
export class PartFault extends EnvironmentError {
  /** It may be well in a while without anybody's doing: no reason not to start. */
  readonly passing: boolean;

  /** @param setting the variable that names the part */
  constructor(
    setting: string,
    sentence: string,
    { passing = false, cause }: { passing?: boolean; cause?: unknown } = {},
  ) {
    super(`${setting}: ${sentence}`, { cause });
    this.passing = passing;
  }
}
