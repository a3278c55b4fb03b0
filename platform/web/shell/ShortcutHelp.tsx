import { Kbd, Modal, Table } from "@mantine/core";
import { useEffect, useState } from "react";
import { isTyping } from "./typing.ts";

const SHORTCUTS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [["Strg", "K"], "In das Suchfeld springen"],
  [["Esc"], "Suchfeld, Menü oder Fenster verlassen"],
  [["Strg", "Eingabe"], "Formular speichern"],
  [["↑", "↓"], "In Listen von Zeile zu Zeile gehen"],
  [["Eingabe"], "Den gewählten Eintrag öffnen"],
  [["?"], "Diese Übersicht zeigen"],
];

/** The shortcuts, shown by `?`. */
export function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
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
          {SHORTCUTS.map(([keys, meaning]) => (
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
