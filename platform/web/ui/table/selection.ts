/** A selection with one id added or taken away. */
export function toggleId(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Selects all shown rows, or lets go of them when all were selected. */
export function toggledAll(
  ids: ReadonlySet<string>,
  shown: readonly string[],
): ReadonlySet<string> {
  const all = shown.every((id) => ids.has(id));
  const next = new Set(ids);
  for (const id of shown) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** How many of the selected are not among those shown: on other pages, or outside of the filter. */
export function unseenOf(selected: ReadonlySet<string>, shown: readonly string[]): number {
  return selected.size - shown.filter((id) => selected.has(id)).length;
}
