import type { AnyRouter } from "@tanstack/react-router";

/** In the session storage, so that it lives through a reload of the page, as the history does. */
const KEY = "entries";

/** Paths of the entries of this window's history, by their place in it. */
function read(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, string>;
}

/** Remembers which page each entry of the history is: browsers tell only how many there are. */
export function rememberEntries(router: AnyRouter): void {
  router.subscribe("onResolved", ({ toLocation }) => {
    const entries = { ...read(), [toLocation.state.__TSR_index]: toLocation.pathname };
    sessionStorage.setItem(KEY, JSON.stringify(entries));
  });
}

/** Returns the path of the page that Back leads to; undefined where that is not known. */
export function pathBelow(router: AnyRouter): string | undefined {
  return read()[router.state.location.state.__TSR_index - 1];
}
