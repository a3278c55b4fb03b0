import { Kbd, Modal, Table } from "@mantine/core";
import { useEffect, useState } from "react";
import { pageShortcuts, type Shortcut } from "#platform/web/shortcuts.ts";
import { useStore } from "#platform/web/store.ts";
import { isTyping } from "./typing.ts";

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["Strg", "K"], meaning: "In das Suchfeld springen" },
  { keys: ["Esc"], meaning: "Suchfeld, Menü oder Fenster verlassen" },
  { keys: ["Strg", "Eingabe"], meaning: "Formular speichern" },
  { keys: ["↑", "↓"], meaning: "In Listen von Zeile zu Zeile gehen" },
  { keys: ["Eingabe"], meaning: "Den gewählten Eintrag öffnen" },
  { keys: ["?"], meaning: "Diese Übersicht zeigen" },
];

/** The shortcuts, shown by `?`; those of the page on screen stand first. */
export function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
  const ofPage = useStore(pageShortcuts);
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      if (event.key === "?" && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) setOpened(true);
    };
    window.addEventListener("keydown", openByKey);
    return () => window.removeEventListener("keydown", openByKey);
  }, []);
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Tastenkürzel">
      <Table>
        <Table.Tbody>
          {[...ofPage, ...SHORTCUTS].map(({ keys, meaning }) => (
            <Table.Tr key={meaning}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
