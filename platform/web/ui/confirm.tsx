import { Button, Group, Modal, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { store, useStore } from "#platform/web/store.ts";

export interface Question {
  title: string;
  /** Names what will be lost. */
  text: ReactNode;
  /** The verb: "Mitglied löschen". */
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
}

interface Open extends Question {
  answer: (confirmed: boolean) => void;
}

const open = store<Open | undefined>(undefined);

/** Asks before what can't be undone: `if (await askToConfirm({ ... })) …`. Undo is better than asking. */
export function askToConfirm(question: Question): Promise<boolean> {
  open.get()?.answer(false);
  return new Promise((resolve) => open.set({ ...question, answer: resolve }));
}

/** Shows the questions of `askToConfirm`; stands once in the shell. */
export function ConfirmHost() {
  const question = useStore(open);
  const [last, setLast] = useState(question);
  // The words stay while the dialog fades out.
  if (question && question !== last) setLast(question);
  const shown = question ?? last;
  const answer = (confirmed: boolean) => {
    open.set(undefined);
    question?.answer(confirmed);
  };
  return (
    // Above the window that asked: all windows have 200.
    <Modal opened={question !== undefined} onClose={() => answer(false)} title={shown?.title} zIndex={250}>
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
