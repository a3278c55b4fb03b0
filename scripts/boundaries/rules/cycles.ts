import type { Source } from "../source-tree.ts";

/** Returns the circles of files that exist at run time; types have no order of loading. */
export function cycles(sources: readonly Source[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const open: string[] = [];
  const found: string[] = [];
  const visit = (path: string) => {
    if (done.has(path)) return;
    if (open.includes(path)) {
      const circle = [...open.slice(open.indexOf(path)), path].join(" → ");
      found.push(`cycle: ${circle}: put what they share into a file of its own`);
      return;
    }
    open.push(path);
    for (const { own, typeOnly, lazy, target } of byPath.get(path)?.imports ?? [])
      if (own && !typeOnly && !lazy && byPath.has(target)) visit(target);
    open.pop();
    done.add(path);
  };
  for (const { path } of sources) visit(path);
  return found;
}
