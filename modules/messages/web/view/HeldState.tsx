import { Button } from "@mantine/core";
import { Clock, Undo2 } from "lucide-react";
import { plural } from "#platform/web/format/format.ts";
import type { Message } from "../../contract.ts";
import { useCallBack } from "../use-call-back.ts";
import classes from "./view.module.css";

/** For the sender, while nobody has received the message: it can still be called back. */
export function HeldState({ message }: { message: Message }) {
  const { run, running } = useCallBack(message.id);
  return (
    <div className={classes.delivery} data-no-print>
      <p>
        <Clock size={16} aria-hidden /> Geht in wenigen Sekunden an{" "}
        {plural(message.recipientCount, "Person", "Personen")}
      </p>
      {message.can.includes("CALL_BACK") && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<Undo2 size={15} aria-hidden />}
          loading={running}
          onClick={() => void run()}
        >
          Zurückholen
        </Button>
      )}
    </div>
  );
}
