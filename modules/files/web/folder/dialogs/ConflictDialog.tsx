import { Button, Checkbox, Modal, Stack, Text } from "@mantine/core";
import { useSelector } from "@tanstack/react-store";
import { useState } from "react";
import { openConflict, type ConflictAnswer } from "./conflicts.ts";

export interface ConflictDialogProps {
  /** Undefined: nothing to ask. */
  taken: { name: string; isFolder: boolean; others: number } | undefined;
  onAnswer: (answer: ConflictAnswer, forAll: boolean) => void;
}

/** A name is taken: replace, keep both or skip, for this one or for all. */
export function ConflictDialog({ taken, onAnswer }: ConflictDialogProps) {
  const [last, setLast] = useState(taken);
  const [forAll, setForAll] = useState(false);
  // The words stay while the dialog fades out.
  if (taken && taken !== last) setLast(taken);
  const shown = taken ?? last;
  const answer = (chosen: ConflictAnswer) => {
    onAnswer(chosen, forAll);
    setForAll(false);
  };
  return (
    <Modal
      opened={taken !== undefined}
      onClose={() => answer("SKIP")}
      title="Dieser Name ist schon vergeben"
      zIndex={400}
    >
      <Stack gap="md">
        <Text style={{ overflowWrap: "anywhere" }}>
          {shown?.isFolder ? "Einen Ordner" : "Eine Datei"} mit dem Namen „{shown?.name}“ gibt es
          hier schon.
        </Text>
        {!shown?.isFolder && (
          <Button onClick={() => answer("REPLACE")} data-autofocus>
            Ersetzen
          </Button>
        )}
        {!shown?.isFolder && (
          <Text size="sm" c="dimmed" mt={-8}>
            Die bisherige Datei bleibt als ältere Fassung erhalten.
          </Text>
        )}
        <Button variant="default" onClick={() => answer("RENAME")}>
          Beide behalten
        </Button>
        <Button variant="default" onClick={() => answer("SKIP")}>
          Überspringen
        </Button>
        {shown !== undefined && shown.others > 0 && (
          <Checkbox
            label="Für alle weiteren genauso"
            checked={forAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </Modal>
  );
}

/** Shows the questions of moving. */
export function MoveConflicts() {
  const conflict = useSelector(openConflict);
  return (
    <ConflictDialog
      taken={conflict ?? undefined}
      onAnswer={(answer, forAll) => conflict?.answer(answer, forAll)}
    />
  );
}
