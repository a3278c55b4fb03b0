import { useRef, useState, type RefObject } from "react";
import { EmptyState } from "#platform/web/ui/notices/EmptyState.tsx";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import type { Entry } from "../../contract.ts";
import { useTicket } from "./ticket.ts";
import classes from "./viewer.module.css";
import { ViewerFrame } from "./ViewerFrame.tsx";

/** Sound or film with the browser's own controls. */
export function MediaView({ shareId, entry }: { shareId: string; entry: Entry }) {
  const { url, error, renew } = useTicket(shareId, entry);
  const player = useRef<HTMLMediaElement>(null);
  const [broken, setBroken] = useState(false);
  const renewed = useRef(false);
  // An expired address ends in an error: with a new one the film goes on where it was.
  const recover = async () => {
    if (renewed.current) return setBroken(true);
    renewed.current = true;
    const at = player.current?.currentTime ?? 0;
    await renew();
    const element = player.current;
    if (!element) return;
    element.addEventListener("loadedmetadata", () => (element.currentTime = at), { once: true });
    element.load();
  };
  const common = {
    src: url,
    controls: true,
    preload: "metadata",
    "aria-label": entry.name,
    onError: () => void recover(),
    onPlaying: () => {
      renewed.current = false;
    },
  } as const;
  return (
    <ViewerFrame shareId={shareId} entry={entry}>
      <div className={classes.stage}>
        {error ? (
          <LoadError error={error} onRetry={() => void renew()} />
        ) : broken ? (
          <EmptyState>
            Ihr Browser kann diese Datei nicht abspielen. Laden Sie sie herunter, um sie mit einem
            anderen Programm zu öffnen.
          </EmptyState>
        ) : url === undefined ? null : entry.subtype === "audio" ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- members' recordings come without captions
          <audio
            ref={player as RefObject<HTMLAudioElement>}
            className={classes.audio}
            {...common}
          />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- members' recordings come without captions
          <video
            ref={player as RefObject<HTMLVideoElement>}
            className={classes.media}
            playsInline
            {...common}
          />
        )}
      </div>
    </ViewerFrame>
  );
}
