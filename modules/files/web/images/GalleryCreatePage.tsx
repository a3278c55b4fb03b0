import { CreateShare } from "../shares/ShareCreatePage.tsx";

/** Neue Galerie anlegen. */
export default function GalleryCreatePage() {
  return <CreateShare kind="IMAGES" />;
}
