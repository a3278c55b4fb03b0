import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { inAddress, usePathParams, useSearchState } from "#platform/web/navigation.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { RecordSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { galleryAddress } from "../../addresses.ts";
import { shareQuery } from "../queries.ts";
import { useRecalledUploads } from "../upload/start-upload.ts";
import Album from "./Album.tsx";

/** Path of the album shown. */
const galleryState = z.object({ album: inAddress.text() });

/** A gallery, or an album in it. */
export default function GalleryPage() {
  const { shareId } = usePathParams("shareId");
  const [{ album }] = useSearchState(galleryState);
  const share = useQuery(shareQuery(shareId));
  useRecalledUploads();
  if (share.error && !share.data)
    return <LoadError error={share.error} onRetry={() => void share.refetch()} />;
  if (!share.data) return <RecordSkeleton />;
  // A selection belongs to one album.
  return (
    <Album
      key={`${shareId}/${album}`}
      share={share.data}
      album={album}
      addressOf={galleryAddress}
    />
  );
}
