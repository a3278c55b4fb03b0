import { Kbd, Modal, Table } from "@mantine/core";
import { useSelector } from "@tanstack/react-store";
import { pageShortcuts, type Shortcut } from "#platform/web/shortcuts.ts";

const SHORTCUTS: readonly Shortcut[] = [
  { keys: ["Strg", "K"], meaning: "In das Suchfeld springen" },
  { keys: ["Esc"], meaning: "Suchfeld, Menü oder Fenster verlassen" },
  { keys: ["Strg", "Eingabe"], meaning: "Formular speichern" },
  { keys: ["↑", "↓"], meaning: "In Listen von Zeile zu Zeile gehen" },
  { keys: ["Eingabe"], meaning: "Den gewählten Eintrag öffnen" },
  { keys: ["?"], meaning: "Diese Übersicht zeigen" },
];

/** The window with all shortcuts; those of the page on screen stand first. */
export default function ShortcutList({
  opened,
  onClose,
}: {
  opened: boolean;
  onClose: () => void;
}) {
  const ofPage = useSelector(pageShortcuts);
  return (
    <Modal opened={opened} onClose={onClose} title="Tastenkürzel">
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
