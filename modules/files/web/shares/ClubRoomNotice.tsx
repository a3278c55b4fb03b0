import { Alert } from "@mantine/core";
import { formatFileSize } from "#platform/web/format/format.ts";
import type { FileShare } from "../../contract.ts";

/** Says to who may add files that those of the club take nearly all that they may. */
export function ClubRoomNotice({ room }: { room: FileShare["clubRoom"] }) {
  if (room === null || room.quota === null) return null;
  const { quota, usedBytes } = room;
  const isFull = usedBytes >= quota;
  return (
    <Alert
      color={isFull ? "red" : "gray"}
      variant="light"
      role="status"
      mb="md"
      maw="60rem"
      title={
        isFull
          ? "Der Speicherplatz Ihres Vereins ist voll"
          : "Der Speicherplatz Ihres Vereins ist fast voll"
      }
    >
      {isFull
        ? `Die ${formatFileSize(quota)} Ihres Vereins sind belegt. Neue Dateien gehen erst wieder, wenn Platz ist: Bitte löschen Sie, was niemand mehr braucht, und leeren Sie den Papierkorb.`
        : `${formatFileSize(usedBytes)} von ${formatFileSize(quota)} sind belegt, frei sind noch ${formatFileSize(quota - usedBytes)}. Gelöschte Dateien geben ihren Platz frei, wenn der Papierkorb geleert ist.`}
    </Alert>
  );
}
