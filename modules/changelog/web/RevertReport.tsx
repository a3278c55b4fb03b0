import { Button, Group, Modal, Table, Text } from "@mantine/core";
import { plural } from "#platform/web/format/format.ts";
import type { Change } from "../contract.ts";
import type { RevertOutcome } from "./revert.ts";
import { shownValue } from "./shown-value.ts";

interface RevertReportProps {
  report: RevertOutcome;
  opened: boolean;
  onClose: () => void;
}

/** What could not be taken back because it was edited again later. */
export function RevertReport({ report, opened, onClose }: RevertReportProps) {
  const { change, result } = report;
  const done = change.changes
    .filter((one) => result.reverted.includes(one.field))
    .map((one) => one.label);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Änderung an ${change.record.name} zurücknehmen`}
      size="lg"
    >
      <Text mb="sm">
        {done.length > 0
          ? `Zurückgenommen: ${done.join(", ")}.`
          : "Es wurde nichts zurückgenommen."}{" "}
        {plural(result.conflicts.length, "Feld wurde", "Felder wurden")} seither noch einmal
        geändert und{" "}
        {result.conflicts.length === 1 ? "bleibt, wie es ist" : "bleiben, wie sie sind"}:
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Feld</Table.Th>
              <Table.Th>Wert aus dieser Änderung</Table.Th>
              <Table.Th>Steht jetzt da</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {result.conflicts.map((one) => (
              <Table.Tr key={one.field}>
                <Table.Td>{one.label}</Table.Td>
                <Table.Td>
                  {one.masked ? "nicht sichtbar" : orEmpty(one.field, one.expectedValue)}
                </Table.Td>
                <Table.Td>
                  {one.masked ? "nicht sichtbar" : orEmpty(one.field, one.currentValue)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          Verstanden
        </Button>
      </Group>
    </Modal>
  );
}

function orEmpty(field: string, value: Change["changes"][number]["newValue"]): string {
  return shownValue(field, value) || "leer";
}
