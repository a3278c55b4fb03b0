import { Button, Group, Modal, Text } from "@mantine/core";
import { useState } from "react";
import type { OpenQuestion } from "./confirm.tsx";

/** The window of a question; no question: it fades out. */
export default function ConfirmDialog({
  question,
  answer,
}: {
  question: OpenQuestion | null;
  answer: (confirmed: boolean) => void;
}) {
  const [last, setLast] = useState(question);
  // The words stay while the dialog fades out.
  if (question && question !== last) setLast(question);
  const shown = question ?? last;
  return (
    // Above the window that asked: all windows have 200.
    <Modal
      opened={question !== null}
      onClose={() => answer(false)}
      title={shown?.title}
      zIndex={250}
    >
      <Text component="div" mb="lg">
        {shown?.text}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => answer(false)} data-autofocus>
          {shown?.cancelLabel ?? "Abbrechen"}
        </Button>
        <Button color={shown?.destructive ? "red" : "accent"} onClick={() => answer(true)}>
          {shown?.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
