import { Folder, Images } from "lucide-react";
import { webModule } from "#platform/web/module.ts";

const documents = () => import("./DocumentsPage.tsx");
const images = () => import("./ImagesPage.tsx");

export default webModule({
  name: "files",
  pages: [
    { path: "/file-shares", title: "Dokumente", permission: "QUERY_FILESHARE", load: documents },
    {
      path: "/file-shares/$shareId",
      title: "Ordner",
      permission: "QUERY_FILESHARE",
      crumbs: [{ label: "Dokumente", to: "/file-shares" }],
      load: documents,
    },
    {
      path: "/file-shares/$shareId/$",
      title: "Ordner",
      permission: "QUERY_FILESHARE",
      crumbs: [{ label: "Dokumente", to: "/file-shares" }],
      load: documents,
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
      permission: "QUERY_FILESHARE",
      wide: true,
      load: () => import("./FileViewerPage.tsx"),
    },
  ],
  menu: [
    { order: 40, label: "Dokumente", to: "/file-shares", icon: Folder, roles: ["QUERY_FILESHARE"], onPhoneBar: true },
    { order: 50, label: "Bilder", to: "/images-shares", icon: Images, roles: ["QUERY_IMAGESHARE"] },
  ],
});
