import type { PageDefinition } from "#platform/web/module.ts";

/** Pages that belong to no module. */
export const shellPages: readonly PageDefinition[] = [
  { path: "/login", title: "Anmelden", load: () => import("./LoginPage.tsx") },
  { path: "/error", title: "Fehler", load: () => import("./ErrorPage.tsx") },
];
