import { Button, type ButtonProps } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { call } from "#platform/web/api/api.ts";
import { exportContract, type ExportTarget } from "../../export-contract.ts";

/** Starts an export; its progress stands in the list of runs. */
export function RunTarget({
  target,
  onStarted,
  ...props
}: { target: ExportTarget; onStarted?: () => void } & ButtonProps) {
  const client = useQueryClient();
  const [starting, setStarting] = useState(false);
  if (!target.can.includes("RUN")) return null;
  const run = async () => {
    setStarting(true);
    try {
      await call(exportContract.runExportTarget, { params: { id: target.id } });
      await Promise.all(
        [["export-run"], ["export-target"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
      onStarted?.();
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Play size={15} aria-hidden />}
      aria-label={`„${target.name}“ jetzt ausgeben`}
      loading={starting}
      onClick={() => void run()}
      {...props}
    >
      Jetzt ausgeben
    </Button>
  );
}
