import { webModule } from "#platform/web/module.ts";

/** The living style guide: reachable by address only. */
export default webModule({
  name: "styleguide",
  pages: [
    { path: "/tables", title: "Tabellen", hidden: true, load: () => import("./TablesPage.tsx") },
    { path: "/forms", title: "Formulare", hidden: true, load: () => import("./FormsPage.tsx") },
    { path: "/ui", title: "Bausteine", hidden: true, load: () => import("./UiPage.tsx") },
    {
      path: "/responsive",
      title: "Bildschirmgrößen",
      hidden: true,
      load: () => import("./ResponsivePage.tsx"),
    },
  ],
});
