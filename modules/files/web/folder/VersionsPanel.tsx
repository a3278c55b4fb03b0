import { Badge, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { formatDateTime, formatFileSize } from "#platform/web/format/format.ts";
import { LoadError } from "#platform/web/ui/notices/LoadError.tsx";
import { SidePanel } from "#platform/web/ui/SidePanel.tsx";
import { ListSkeleton } from "#platform/web/ui/Skeletons.tsx";
import { showDone } from "#platform/web/ui/notices/toasts.tsx";
import { filesContract, type FileShare, type FileVersion } from "../../contract.ts";
import { nameOf } from "../../addresses.ts";
import { filesChanged, versionsQuery } from "../queries.ts";
import { downloadEntry } from "./download.ts";
import classes from "./folder.module.css";

export interface VersionsPanelProps {
  share: FileShare;
  /** Path of the file; empty: closed. */
  path: string;
  onClose: () => void;
}

/** All contents a file has had; an older one can be saved or made the current one. */
export function VersionsPanel({ share, path, onClose }: VersionsPanelProps) {
  return (
    <SidePanel title={`Fassungen von ${nameOf(path)}`} opened={path !== ""} onClose={onClose}>
      {path !== "" && <Versions share={share} path={path} />}
    </SidePanel>
  );
}

function Versions({ share, path }: { share: FileShare; path: string }) {
  const versions = useQuery(versionsQuery(share.id, path));
  const [running, setRunning] = useState<number>();
  if (versions.error && !versions.data)
    return <LoadError error={versions.error} onRetry={() => void versions.refetch()} />;
  if (!versions.data) return <ListSkeleton rows={3} />;
  const bringBack = async (version: FileVersion) => {
    setRunning(version.version);
    try {
      await call(filesContract.restoreEntry, {
        params: { id: share.id, path },
        query: { version: version.version },
      });
      await filesChanged();
      showDone(
        `Die Fassung vom ${formatDateTime(version.lastModified)} gilt wieder. Die bisherige bleibt erhalten.`,
      );
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <>
      {versions.data.length === 1 && (
        <Text c="dimmed" mb="sm">
          Von dieser Datei gibt es nur eine Fassung. Wird sie ersetzt, steht die bisherige hier.
        </Text>
      )}
      <ol className={classes.versions}>
        {versions.data.map((version) => (
          <li key={version.version} className={classes.version}>
            <div className={classes.versionWords}>
              <Text component="div" fw={600}>
                {formatDateTime(version.lastModified)}{" "}
                {version.current && <Badge variant="light">Aktuell</Badge>}
              </Text>
              <Text size="sm" c="dimmed">
                {[formatFileSize(version.size), version.modifiedBy?.name]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              onClick={() => void downloadEntry(share.id, { path }, version.version)}
            >
              Herunterladen
            </Button>
            {!version.current && (
              <Button
                variant="default"
                size="xs"
                loading={running === version.version}
                onClick={() => void bringBack(version)}
              >
                Wiederherstellen
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
