import type { Import, Source } from "../source-tree.ts";

/** Looks at one import of a source; returns what is wrong with it, or undefined. */
export type ImportRule = (source: Source, entry: Import) => string | undefined;

/** Returns the problems that rules find in the imports of sources. */
export function importProblems(sources: readonly Source[], rules: readonly ImportRule[]): string[] {
  return sources.flatMap((source) =>
    source.imports.flatMap((entry) =>
      rules.flatMap((rule) => {
        const problem = rule(source, entry);
        return problem === undefined ? [] : [`${source.path}: imports ${entry.target}: ${problem}`];
      }),
    ),
  );
}
