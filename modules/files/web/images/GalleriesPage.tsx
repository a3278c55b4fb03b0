import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Images, Plus } from "lucide-react";
import { grantsSentence } from "#modules/grants/web/public.ts";
import { plural } from "#platform/web/format/format.ts";
import { useCan } from "#platform/web/session/me.tsx";
import { RouterLink } from "#platform/web/navigation.tsx";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { PageHeader } from "#platform/web/ui/PageHeader.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { galleryAddress } from "../../addresses.ts";
import { sharesQuery } from "../queries.ts";
import { useRecalledUploads } from "../upload/start-upload.ts";
import { AlbumCard } from "./AlbumCard.tsx";
import classes from "./images.module.css";

/** Bilder: the galleries the reader may see. */
export default function GalleriesPage() {
  const galleries = useQuery(sharesQuery("IMAGES"));
  const mayManage = useCan("MANAGE_IMAGESHARE");
  useRecalledUploads();
  const create = mayManage && (
    <Button
      component={RouterLink}
      to="/images-shares/create"
      leftSection={<Plus size={16} aria-hidden />}
    >
      Galerie anlegen
    </Button>
  );
  const list = galleries.data?.content;
  return (
    <>
      <PageHeader
        title="Bilder"
        sentence={list && plural(list.length, "Galerie", "Galerien")}
        actions={create || undefined}
      />
      {galleries.error && !list ? (
        <LoadError error={galleries.error} onRetry={() => void galleries.refetch()} />
      ) : !list ? (
        <ListSkeleton rows={4} />
      ) : list.length === 0 ? (
        <EmptyState icon={<Images size={40} aria-hidden />} action={create || undefined}>
          {mayManage
            ? "Es gibt noch keine Galerie. In einer Galerie sammeln Sie die Bilder eines Festes, einer Abteilung oder eines Jahres und bestimmen, wer sie sieht."
            : "Für Sie ist noch keine Galerie freigegeben."}
        </EmptyState>
      ) : (
        <ul className={classes.albums}>
          {list.map((gallery) => (
            <AlbumCard
              key={gallery.id}
              shareId={gallery.id}
              album=""
              name={gallery.name}
              note={
                gallery.grants === null
                  ? gallery.can.includes("WRITE")
                    ? "Ansehen und hochladen"
                    : "Ansehen"
                  : grantsSentence(gallery.grants)
              }
              to={galleryAddress(gallery.id)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
