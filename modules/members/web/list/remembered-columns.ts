const KEY = "columns:users";

/** The columns this browser showed last; undefined when none were chosen yet. */
export function readColumns(): string[] | undefined {
  const text = window.localStorage.getItem(KEY);
  return text ? text.split(",") : undefined;
}

export function rememberColumns(columns: readonly string[]): void {
  window.localStorage.setItem(KEY, columns.join(","));
}
