import { useQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { AppLink } from "#platform/web/navigation.tsx";
import { useThumbnail } from "../folder/entries/thumbnail.ts";
import classes from "./images.module.css";
import { coverQuery } from "./queries.ts";

interface AlbumCardProps {
  shareId: string;
  /** Path of the album in the gallery; empty for the gallery itself. */
  album: string;
  name: string;
  note?: string;
  to: string;
}

const NOTHING = { id: "", path: "", version: null, hasThumbnail: false };

/** A gallery or an album with its newest picture. */
export function AlbumCard({ shareId, album, name, note, to }: AlbumCardProps) {
  const cover = useQuery(coverQuery(shareId, album)).data;
  const picture = useThumbnail(shareId, cover ?? NOTHING, "1024");
  return (
    <li className={classes.album}>
      <div className={classes.cover}>
        {picture === undefined ? <Images size={34} aria-hidden /> : <img src={picture} alt="" />}
      </div>
      <AppLink to={to} className={classes.albumName ?? ""}>
        {name}
      </AppLink>
      {note !== undefined && <span className={classes.albumNote}>{note}</span>}
    </li>
  );
}
