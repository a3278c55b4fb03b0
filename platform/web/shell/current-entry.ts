/** Is the page on screen the entry's or one beneath it? The overview is only itself. */
export function isCurrent(to: string | undefined, pathname: string): boolean {
  if (to === undefined) return false;
  return pathname === to || (to !== "/" && pathname.startsWith(`${to}/`));
}
