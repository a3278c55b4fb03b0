import { Button, type ButtonProps } from "@mantine/core";
import { Download, FileUp } from "lucide-react";
import { useState } from "react";
import { RouterLink, useGo, pageAddress } from "#platform/web/links.tsx";
import type { ImportSource } from "../../import-contract.ts";
import { useRunChanged } from "../sync/run-queries.ts";
import { fetchFromAddress } from "../sync/file/upload-file.ts";

/**
 * Starts a source: its address is fetched now, or its file is asked for. Either way a preview comes
 * first.
 */
export function RunSource({ source, ...props }: { source: ImportSource } & ButtonProps) {
  const go = useGo();
  const changed = useRunChanged();
  const [starting, setStarting] = useState(false);
  const name = source.quick ? "Einzelne Dateien" : source.name;
  if (source.kind === "FILE") {
    return (
      <Button
        variant="default"
        leftSection={<FileUp size={15} aria-hidden />}
        aria-label={`Datei für „${name}“ einlesen`}
        renderRoot={(root) => (
          <RouterLink
            {...root}
            to={pageAddress("/users/sync", source.quick ? {} : { source: source.id })}
          />
        )}
        {...props}
      >
        Datei einlesen
      </Button>
    );
  }
  const run = async () => {
    setStarting(true);
    try {
      const started = await fetchFromAddress(source.id);
      changed(started);
      go(pageAddress("/users/sync", { run: started.id }));
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Download size={15} aria-hidden />}
      aria-label={`„${name}“ jetzt abholen`}
      loading={starting}
      onClick={() => void run()}
      {...props}
    >
      Jetzt abholen
    </Button>
  );
}
