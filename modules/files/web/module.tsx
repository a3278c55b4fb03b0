import { Folder, Images } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

const DOCUMENTS = { label: "Dokumente", to: "/file-shares" };
const folder = () => import("./folder/FolderPage.tsx");
const images = () => import("./ImagesPage.tsx");

export default webModule({
  name: "files",
  pages: [
    { path: "/file-shares", title: "Dokumente", permission: "QUERY_FILESHARE", load: () => import("./shares/SharesPage.tsx") },
    {
      path: "/file-shares/create",
      title: "Neue Ablage anlegen",
      permission: "MANAGE_FILESHARE",
      crumbs: [DOCUMENTS],
      load: () => import("./shares/ShareCreatePage.tsx"),
    },
    { path: "/file-shares/$shareId", title: "Ablage", permission: "QUERY_FILESHARE", wide: true, crumbs: [DOCUMENTS], load: folder },
    { path: "/file-shares/$shareId/$", title: "Ordner", permission: "QUERY_FILESHARE", wide: true, crumbs: [DOCUMENTS], load: folder },
    // Below /file-shares/{shareID}/ every address is a folder's.
    {
      path: "/file-share/$shareId/edit",
      title: "Ablage bearbeiten",
      permission: "MANAGE_FILESHARE",
      crumbs: [DOCUMENTS],
      load: () => import("./shares/ShareEditPage.tsx"),
    },
    {
      path: "/file-share/$shareId/trash",
      title: "Papierkorb",
      permission: "QUERY_FILESHARE",
      crumbs: [DOCUMENTS],
      load: () => import("./folder/TrashPage.tsx"),
    },
    { path: "/images-shares", title: "Bilder", permission: "QUERY_IMAGESHARE", wide: true, load: images },
    {
      path: "/images-shares/$shareId",
      title: "Galerie",
      permission: "QUERY_IMAGESHARE",
      wide: true,
      crumbs: [{ label: "Bilder", to: "/images-shares" }],
      load: images,
    },
    {
      path: "/file-viewer/$shareId",
      title: "Dateiansicht",
      permission: ["QUERY_FILESHARE", "QUERY_IMAGESHARE"],
      bare: true,
      hidden: true,
      load: () => import("./viewer/FileViewerPage.tsx"),
    },
  ],
  menu: [
    { order: 40, label: "Dokumente", to: "/file-shares", icon: Folder, roles: ["QUERY_FILESHARE"], onPhoneBar: true },
    { order: 50, label: "Bilder", to: "/images-shares", icon: Images, roles: ["QUERY_IMAGESHARE"] },
  ],
  dashboard: { files: () => import("./newest-files.tsx") },
});
