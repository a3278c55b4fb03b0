import { Progress } from "@mantine/core";
import { formatFileSize } from "#platform/web/format/format.ts";
import type { FileShare } from "../../contract.ts";
import classes from "./shares.module.css";

/** How much of a share's room is taken; a bar only where there is a limit. */
export function StorageUsage({ share }: { share: Pick<FileShare, "quota" | "usedBytes"> }) {
  const { quota, usedBytes } = share;
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
