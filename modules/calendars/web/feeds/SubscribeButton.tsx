import { ActionIcon, Button } from "@mantine/core";
import { Rss } from "lucide-react";
import { useState } from "react";
import { MyFeedDialog } from "./MyFeedDialog.tsx";

const LABEL = "Kalender abonnieren";

/** Opens the reader's own feed; `compact` is the sign alone, for a toolbar without room. */
export function SubscribeButton({ compact = false }: { compact?: boolean }) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  return (
    <>
      {compact ? (
        <ActionIcon variant="default" size={36} aria-label={LABEL} title={LABEL} onClick={open}>
          <Rss size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<Rss size={16} aria-hidden />} onClick={open}>
          {LABEL}
        </Button>
      )}
      {opened && <MyFeedDialog onClose={() => setOpened(false)} />}
    </>
  );
}
