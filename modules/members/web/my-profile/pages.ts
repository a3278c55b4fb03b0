import type { PageDefinition } from "#platform/web/module.ts";

/** Mein Profil, open to every logged-in reader. */
export const myProfilePages: readonly PageDefinition[] = [
  { path: "/profile", title: "Mein Profil", load: () => import("./MyProfilePage.tsx") },
];
