import { Button, Group as Row, Modal, Text } from "@mantine/core";
import { useState } from "react";
import type { EventScope } from "../../../contract.ts";
import { ScopeRadios } from "./ScopeRadios.tsx";

export interface ScopeQuestion {
  title: string;
  text: string;
  confirmLabel: string;
  destructive?: boolean;
  /** The event is an occurrence of a series: how much of the series is meant? */
  withScope: boolean;
  run: (scope?: EventScope) => Promise<unknown>;
}

/** Asks before something happens to an event, and of a series how much of it is meant. */
export function ScopeDialog({
  question,
  onClose,
}: {
  question: ScopeQuestion | undefined;
  onClose: () => void;
}) {
  const [last, setLast] = useState(question);
  const [scope, setScope] = useState<EventScope>("ONE");
  const [running, setRunning] = useState(false);
  // The words stay while the dialog fades out; each question begins with the single event.
  if (question && question !== last) {
    setLast(question);
    setScope("ONE");
  }
  const shown = question ?? last;
  const confirm = async () => {
    setRunning(true);
    try {
      await shown?.run(shown.withScope ? scope : undefined);
    } finally {
      setRunning(false);
      onClose();
    }
  };
  return (
    <Modal opened={question !== undefined} onClose={onClose} title={shown?.title}>
      <Text mb="md">{shown?.text}</Text>
      {shown?.withScope && <ScopeRadios value={scope} onChange={setScope} />}
      <Row justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose} data-autofocus>
          Abbrechen
        </Button>
        <Button
          color={shown?.destructive ? "red" : "accent"}
          loading={running}
          onClick={() => void confirm()}
        >
          {shown?.confirmLabel}
        </Button>
      </Row>
    </Modal>
  );
}
