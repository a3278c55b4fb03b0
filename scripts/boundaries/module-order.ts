/** A module knows only those before it, tests apart. A new one is put in its place here. */
const MODULES_FROM_BELOW = [
  "tenants",
  "identity",
  "members",
  "grants",
  "changelog",
  "files",
  "messages",
  "calendars",
  "transfer",
  "event-import",
  "search",
  "dashboard",
  "system",
  "styleguide",
  "backup",
];

/** Returns whether the order names a module. */
export function hasPlace(module: string): boolean {
  return MODULES_FROM_BELOW.includes(module);
}

/** Returns whether a module may know another. */
export function liesBelow(lower: string | undefined, upper: string | undefined): boolean {
  if (lower === undefined || upper === undefined) return false;
  const place = MODULES_FROM_BELOW.indexOf(lower);
  return place !== -1 && place < MODULES_FROM_BELOW.indexOf(upper);
}
