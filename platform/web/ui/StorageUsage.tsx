import { Progress } from "@mantine/core";
import type { Room } from "#platform/contract/room.ts";
import { formatFileSize } from "#platform/web/format/format.ts";
import classes from "./StorageUsage.module.css";

/** How much room is taken; a bar only where there is a limit. */
export function StorageUsage({ room: { quota, usedBytes } }: { room: Room }) {
  if (quota === null) return <div className={classes.room}>{formatFileSize(usedBytes)} belegt</div>;
  const percent = quota === 0 ? 100 : Math.min(100, (usedBytes / quota) * 100);
  return (
    <div className={classes.room}>
      <Progress
        value={percent}
        size="sm"
        color={percent > 95 ? "red" : "accent"}
        aria-label="Belegter Speicherplatz"
      />
      {formatFileSize(usedBytes)} von {formatFileSize(quota)} belegt
    </div>
  );
}
