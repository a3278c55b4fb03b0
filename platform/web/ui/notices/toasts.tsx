import { Button } from "@mantine/core";
import { hideNotification, showNotification, type NotificationData } from "@mantine/notifications";
import { createAtom } from "@tanstack/react-store";
import { Check, Undo2 } from "lucide-react";
import { useState } from "react";

const UNDO_FOR = 10_000;
const DONE_FOR = 5_000;

/** Whether there has been a notice: what shows them is loaded for the first one. */
export const noticesWanted = createAtom(false);

function show(notice: NotificationData): void {
  noticesWanted.set(true);
  showNotification({ ...notice, withBorder: true, role: "status" });
}

/** Says quietly what happened: `showDone("Das Mitglied ist gespeichert.")`. */
export function showDone(message: string): void {
  show({ message, autoClose: DONE_FOR, icon: <Check size={18} aria-hidden /> });
}

/** Says what happened and offers to take it back for ten seconds. */
export function showUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  show({
    id,
    autoClose: UNDO_FOR,
    icon: <Undo2 size={18} aria-hidden />,
    message: <UndoMessage message={message} undo={undo} close={() => hideNotification(id)} />,
  });
}

interface UndoMessageProps {
  message: string;
  undo: () => Promise<unknown>;
  close: () => void;
}

function UndoMessage({ message, undo, close }: UndoMessageProps) {
  const [running, setRunning] = useState(false);
  const takeBack = async () => {
    setRunning(true);
    try {
      await undo();
    } finally {
      close();
    }
  };
  return (
    <div
      style={{ display: "flex", alignItems: "center", justifyContent: "space-between", gap: 12 }}
    >
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="light"
        style={{ flex: "none" }}
        loading={running}
        onClick={() => void takeBack()}
      >
        Rückgängig
      </Button>
    </div>
  );
}
