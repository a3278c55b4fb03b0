import { Folder, Images } from "lucide-react";
import { webModule } from "#platform/web/module.ts";
import { SHARES } from "./share-steps.ts";

const folder = () => import("./folder/FolderPage.tsx");
const EITHER = ["QUERY_FILESHARE", "QUERY_IMAGESHARE"] as const;

export default webModule({
  name: "files",
  pages: [
    {
      path: "/file-shares",
      title: "Dokumente",
      permission: "QUERY_FILESHARE",
      load: () => import("./shares/SharesPage.tsx"),
    },
    {
      path: "/file-shares/create",
      title: "Neue Ablage anlegen",
      permission: "MANAGE_FILESHARE",
      crumbs: [SHARES.DOCUMENTS],
      load: () => import("./shares/ShareCreatePage.tsx"),
    },
    {
      path: "/file-shares/$shareId",
      title: "Ablage",
      // Of documents or pictures: the share says which, and whether the reader may see it.
      permission: EITHER,
      wide: true,
      load: folder,
    },
    {
      path: "/file-shares/$shareId/$",
      title: "Ordner",
      permission: EITHER,
      wide: true,
      load: folder,
    },
    // Below /file-shares/{shareID}/ every address is a folder's. Galleries use these two pages as
    // well.
    {
      path: "/file-share/$shareId/edit",
      title: "Ablage bearbeiten",
      permission: ["MANAGE_FILESHARE", "MANAGE_IMAGESHARE"],
      load: () => import("./shares/ShareEditPage.tsx"),
    },
    {
      path: "/file-share/$shareId/trash",
      title: "Papierkorb",
      permission: EITHER,
      load: () => import("./folder/TrashPage.tsx"),
    },
    {
      path: "/images-shares",
      title: "Bilder",
      permission: "QUERY_IMAGESHARE",
      wide: true,
      load: () => import("./images/GalleriesPage.tsx"),
    },
    {
      path: "/images-shares/create",
      title: "Neue Galerie anlegen",
      permission: "MANAGE_IMAGESHARE",
      crumbs: [SHARES.IMAGES],
      load: () => import("./images/GalleryCreatePage.tsx"),
    },
    {
      path: "/images-shares/$shareId",
      title: "Galerie",
      permission: "QUERY_IMAGESHARE",
      wide: true,
      load: () => import("./images/GalleryPage.tsx"),
    },
    {
      path: "/file-viewer/$shareId",
      title: "Dateiansicht",
      permission: EITHER,
      bare: true,
      hidden: true,
      load: () => import("./viewer/FileViewerPage.tsx"),
    },
  ],
  menu: [
    {
      order: 40,
      label: "Dokumente",
      to: "/file-shares",
      icon: Folder,
      roles: ["QUERY_FILESHARE"],
      onPhoneBar: true,
    },
    { order: 50, label: "Bilder", to: "/images-shares", icon: Images, roles: ["QUERY_IMAGESHARE"] },
  ],
  dashboard: { files: () => import("./newest-files.tsx") },
});
